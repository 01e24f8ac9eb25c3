import TimeWalkArchive
import TimeWalkCore

extension OperationMaker {
  mutating func query() -> ArchiveQuery {
    let (latitude, longitude) = pick(Self.places)
    let center = Coordinate(latitude: latitude, longitude: longitude)
    let radius = Distance(meters: pick([30.0, 400, 100_000]))
    var query = ArchiveQuery(
      text: maybe(["cafe", "CAFÉ noir", "i1", "a:i1", "emile", "shelf", "7"]),
      area: chance(0.5)
        ? center.flatMap { center in
          radius.map {
            ArchiveQuery.Area(center: center, radius: $0, isShown: chance(0.4))
          }
        } : nil,
      era: maybe(["1905", "1900/1930", "../1850", "1914/1915", "2000/.."]).flatMap {
        try? Era(edtf: $0)
      },
      isEraStrict: chance(0.5), collection: maybe(Self.collections + ["none"]))
    query.order = maybe(ArchiveQuery.Order.allCases)
    query.box = maybe(["[-74, 40, -73.9, 41]", "[179, -17, -179, 10]", "[-180, -90, 180, 90]"])
      .flatMap { CollectionArea(text: $0) }
    return query
  }

  mutating func question() -> Operation {
    var query = query()
    let item = id()
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4:
      query.limit = maybe([0, 1, 3])
      query.offset = pick([0, 0, 1])
      query.after = chance(0.3) ? item : nil
      return Operation(name: "search \(query)") { [query] archive in
        Operation.Outcome(plain: try archive.search(query).plain)
      } foretell: { [query] model in
        try model.search(query).plain
      }
    case 4:
      query.limit = maybe([0, 1, 3])
      return Operation(name: "unplaced \(query)") { [query] archive in
        let found = try archive.unplacedItems(query)
        return Operation.Outcome(plain: "\(found.total) \(found.items.map(\.plain))")
      } foretell: { [query] model in
        let all = model.unplacedItems(query)
        return "\(all.count) \(all.prefix(query.limit ?? .max).map(\.plain))"
      }
    case 5:
      return Operation(name: "history and copies of \(item)") { archive in
        let numbers = try Numbers(archive)
        let history = try archive.history(of: item)
          .map { "\(numbers.place($0.0.number)) \($0.1)" }
        let more = "\(try archive.copies(of: item)) \(try archive.item(item) as Any)"
        return Operation.Outcome(plain: "\(history)", more: more)
      } foretell: { model in
        let changes = model.journal.flatMap { entry in
          Model.changes(of: entry).filter { $0.id == item }.map { "\(entry.number) \($0)" }
        }
        return "\(changes)"
      }
    case 6:
      let asked = ReviewQuery(
        kinds: Set(maybe([[ReviewKind.doubtfulDate], [.undated, .noRights]]) ?? []),
        collection: maybe(Self.collections), limit: maybe([1, 3]), accuracy: 50,
        today: Day(year: 2026, month: 11, day: 23))
      return Operation(name: "review \(asked)") { archive in
        let review = try archive.review(asked)
        let totals = review.totals.map { "\($0.key)=\($0.value)" }.sorted()
        let entries = review.entries.map { entry in
          "\(entry.item) \(entry.kind) \(entry.other as Any) \(entry.reason) "
            + ItemFields.text(of: entry.suggestion)
        }
        return Operation.Outcome(plain: "", more: "\(totals) \(entries)")
      }
    default:
      let collection = maybe(Self.collections)
      return Operation(name: "what there is in \(collection ?? "all")") { archive in
        let parts: [Any] = [
          try archive.collections(), try archive.statistics(), try archive.rights(),
          try archive.otherColumns(of: collection), try archive.eras(),
          try archive.nearDuplicates(collection: collection),
          try archive.missingPictures(collection: collection),
        ]
        return Operation.Outcome(plain: "", more: "\(parts)")
      }
    }
  }
}
