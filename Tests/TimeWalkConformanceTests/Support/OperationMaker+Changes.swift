import TimeWalkArchive
import TimeWalkCore

extension OperationMaker {
  private mutating func fields() -> [CatalogueColumn: String] {
    pick([
      [.title: "By hand"], [.title: ""], [.date: pick(Self.dates)], [.date: "nonsense in words"],
      [.latitude: "1", .longitude: "2"], [.latitude: "", .longitude: ""], [.accuracy: "700"],
      [.license: "CC0-1.0"], [.heading: "500"], [.heading: "45", .headingAccuracy: "5"],
      [.copyOf: "i2"], [.media: "https://example.org/3.jpg"], [.id: "other"],
      [.title: "Two", .creator: "Hand"],
    ])
  }

  mutating func editing() -> Operation {
    let (id, terms) = (id(), terms())
    let kind: JournalEntry.Kind = chance(0.3) ? .move : .set
    let edit = FieldEdit(fields(), others: chance(0.1) ? ["Shelf": pick(["", "9"])] : [:])
    return Operation(name: "set \(id) \(edit.fields)") { archive in
      let report = try archive.set(id, edit, as: kind, terms: terms)
      let said = report.change.map { "\($0)" } ?? "same"
      return try Operation.Outcome(
        said, entry: report.entry, more: "\(report.warnings)", in: archive)
    } foretell: { model in
      try model.set(id, edit, as: kind, terms)
    }
  }

  mutating func editingMany() -> Operation {
    let (query, edit, terms) = (query(), FieldEdit(fields()), terms())
    return Operation(name: "set all \(query) \(edit.fields)") { archive in
      let report = try archive.set(all: query, edit, terms: terms)
      let said = "\(report.found) \(report.changed) \(report.changes)"
      return try Operation.Outcome(
        said, entry: report.entry, more: "\(report.warnings)", in: archive)
    } foretell: { model in
      try model.set(all: query, edit, terms)
    }
  }

  mutating func removing() -> Operation {
    let isAgreed = chance(0.8)
    let terms = terms(isAgreed: isAgreed)
    if chance(0.3) {
      let collection = pick(Self.collections)
      return Operation(name: "remove \(collection)") { archive in
        let report = try archive.remove(collection: collection, terms: terms)
        return try Operation.Outcome("\(report.count)", entry: report.entry, in: archive)
      } foretell: { model in
        try model.remove(collection: collection, terms)
      }
    }
    let ids = (0..<pick([0, 1, 1, 2])).map { _ in id() }
    return Operation(name: "remove \(ids)") { archive in
      let report = try archive.remove(ids, terms: terms)
      return try Operation.Outcome("\(report.count)", entry: report.entry, in: archive)
    } foretell: { model in
      try model.remove(ids, terms)
    }
  }

  mutating func eras() -> Operation {
    let (name, terms) = (pick(["Old", "OLD", "Ère", "ère", "New"]), terms())
    let era = try? NamedEra(
      name: name, date: pick(["1900", "1900", "../1850"]), description: maybe(["A time"]))
    let added = chance(0.6) ? era : nil
    return Operation(name: "\(added == nil ? "remove" : "add") the era \(name)") { archive in
      let done =
        if let added {
          try archive.addEra(added, terms: terms)
        } else {
          try archive.removeEra(named: name, terms: terms)
        }
      return try Operation.Outcome("\(done.era)", entry: done.entry, in: archive)
    }
  }

  mutating func rights() -> Operation {
    let (collection, text, terms) = (
      pick(Self.collections), pick(["CC0-1.0", "", "mine", "CC-BY-4.0"]), terms()
    )
    return Operation(name: "rights \(collection) \(text)") { archive in
      let done = try archive.setRights(of: collection, to: text, terms: terms)
      return try Operation.Outcome("\(done.doubt ?? "")", entry: done.entry, in: archive)
    }
  }

  mutating func deciding() -> Operation {
    let terms = terms()
    let decisions = (0..<pick([1, 2, 4])).map { _ -> ReviewDecision in
      let verdict: ReviewDecision.Verdict = pick([
        .accept, .dismiss, .dismiss, .set(fields()), .set(fields()),
      ])
      return ReviewDecision(
        verdict, item: id(), kind: pick(ReviewKind.allCases), other: maybe([id()]),
        note: maybe(["seen"]))
    }
    return Operation(name: "decide \(decisions)") { archive in
      var report = try archive.decide(decisions, folder: nil, terms: terms)
      let entry = report.entry
      report.entry = nil
      return try Operation.Outcome("\(report)", entry: entry, in: archive)
    }
  }

  mutating func undoing() -> Operation {
    // Mostly what was done last.
    let (back, terms) = (chance(0.6) ? 0 : Int.random(in: 0..<12, using: &random), terms())
    return Operation(name: "undo the last but \(back)") { archive in
      guard let entry = try archive.history(limit: back + 1).last else {
        return Operation.Outcome(plain: "nothing")
      }
      let report = try archive.undo(entry.number, terms: terms)
      let numbers = try Numbers(archive)
      let (undone, place) = (numbers.place(report.undone.number), numbers.place(report.entry))
      return Operation.Outcome(plain: "\(undone) \(report.counts) \(place)")
    } foretell: { model in
      guard let entry = model.journal.suffix(back + 1).first else { return "nothing" }
      return try model.undo(entry.number, terms)
    }
  }
}
