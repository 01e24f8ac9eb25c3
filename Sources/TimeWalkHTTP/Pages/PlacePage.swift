internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkCore

struct PlaceContext: TiledContext {
  struct Suggestion: Decodable {
    let title, url, pose, take: String
  }

  struct Fault: Decodable {
    let words: String
    var changes: [Change] = []
    var detailHTML: String?
  }

  struct Change: Decodable {
    let lineHTML: String
  }

  static let template = PageTemplate.place
  let title, year, action, version: String
  let latitude, longitude, accuracy, heading, headingAccuracy, fieldOfView: String?
  let isCamera, isSubject, isUnknown: Bool
  let page: PageLink?
  let picture: PagePicture?
  let suggestions: PageList<Suggestion>?
  let history: PageList<ChangeLine>?
  let said: PageWords?
  let fault: Fault?
  var tiles: TilesContext?
}

/// `/items/{id}/place`: corrects a picture's position, direction and width of view.
struct PlacePage {
  /// The form's values: a text for each of `ItemEditRequest.poseNames`.
  var form: [String: String]
  /// The archive's values.
  let kept: [String: String]
  let id: String
  let title: String
  let date: String?
  let hasPicture: Bool
  /// True if the item has a page; items without a place don't.
  let isPlaced: Bool
  /// Other copies of its picture with a place.
  var copies: [ItemReport] = []
  let history: ItemHistoryReport

  /// The item's last change.
  var version: Int64 { history.history.last?.entry.entry ?? 0 }

  /// Reads an item, with or without a place; call it on a thread that may wait.
  ///
  /// - Throws: `notFound` if there is none.
  static func find(
    _ name: String, _ pipeline: Pipeline, _ curation: CurationService
  ) throws(TimeWalkError) -> PlacePage {
    try curation.look { curator throws(TimeWalkError) in
      // Read before the item: a change in between then counts as unseen.
      let history = try curator.history(of: name)
      if let item = try curator.unplacedItem(name) {
        let texts = Dictionary(
          uniqueKeysWithValues: ItemEditRequest.poseNames.map { field in
            (field, ItemEditRequest.column(field).flatMap { item.fields[$0] } ?? "")
          })
        var page = PlacePage(
          form: texts, kept: texts, id: item.id, title: item.fields["title"] ?? "",
          date: item.fields["date"], hasPicture: false, isPlaced: false, history: history)
        if let original = item.fields["copy_of"] {
          let name =
            original.contains(":") ? original : "\(name.prefix { $0 != ":" }):\(original)"
          page.copies = (try? pipeline.item(name)).map { [$0] } ?? []
        }
        return page
      }
      let item = try pipeline.item(name)
      let texts = PlacePage.texts(of: item)
      var page = PlacePage(
        form: texts, kept: texts, id: item.id, title: item.title, date: item.date,
        hasPicture: item.media?.path != nil, isPlaced: true, history: history)
      page.copies = (item.copies ?? []).compactMap { try? pipeline.item($0.id) }
      return page
    }
  }

  /// An item's pose as the form's values.
  static func texts(of item: ItemReport) -> [String: String] {
    let line = (try? WireFormat.line(item)) ?? ""
    var parser = JSONParser(Array(line.utf8))
    let members = (try? parser.value())?.members ?? [:]
    return Dictionary(
      uniqueKeysWithValues: ItemEditRequest.poseNames.map { name in
        switch members[name] {
        case .number(let text): (name, text)
        case .string(let text) where text != "unknown": (name, text)
        default: (name, "")
        }
      })
  }

  /// The form's values that differ from the archive's, by the catalogue's columns.
  func changes(_ fields: [String: String]) -> [String: String] {
    var changes: [String: String] = [:]
    for name in ItemEditRequest.poseNames {
      guard let text = fields[name]?.trimmingCharacters(in: .whitespacesAndNewlines),
        let column = ItemEditRequest.column(name)
      else { continue }
      // A single comma is a decimal comma.
      let value = text.replacing(#/^([-+]?\d+),(\d+)$/#) { "\($0.output.1).\($0.output.2)" }
      if value != kept[name] { changes[column] = value }
    }
    return changes
  }

  /// Copies a copy's place and view into the form.
  mutating func take(_ name: String) {
    guard let copy = copies.first(where: { $0.id == name }) else { return }
    for (field, text) in PlacePage.texts(of: copy) where !text.isEmpty { form[field] = text }
  }
}

extension PlacePage {
  /// The most changes in the list.
  private static let shownChanges = 10

  /// The page.
  ///
  /// - Parameters:
  ///   - language: the reader's language.
  ///   - said: the message above the form.
  ///   - fault: the reason why the form wasn't saved.
  /// - Returns: the page.
  func page(
    _ language: PageLanguage, said: PageWords? = nil, fault: PlaceContext.Fault? = nil
  ) -> Page {
    let text = language.text
    let address = Call.address(ofItem: id)
    let year = text.year(date.map(ItemWords.year) ?? "undated")
    let title = ItemWords.title(title, or: id, beside: year)
    let suggestions = copies.map { copy in
      PlaceContext.Suggestion(
        title: copy.title.isEmpty ? copy.id : copy.title, url: Call.address(ofItem: copy.id),
        pose: PlacePage.words(copy, text),
        take: "\(address)/place?from=\(PercentCoding.encoded(copy.id))")
    }
    let changes = history.history.suffix(PlacePage.shownChanges).reversed().map { step in
      var line = ChangeLine(step.entry, next: "\(address)/place", language)
      line.fieldsHTML = text.english(ChangeLine.fields(step.change))
      return line
    }
    let (isCamera, isSubject) = (
      form["locationOf"] == "camera", form["locationOf"] == "subject"
    )
    let context = PlaceContext(
      title: title, year: year, action: "\(address)/place", version: String(version),
      latitude: form["latitude"], longitude: form["longitude"], accuracy: form["accuracy"],
      heading: form["heading"], headingAccuracy: form["headingAccuracy"],
      fieldOfView: form["fieldOfView"], isCamera: isCamera, isSubject: isSubject,
      isUnknown: !isCamera && !isSubject, page: isPlaced ? PageLink(url: address) : nil,
      picture: hasPicture ? PagePicture(url: ItemAddress.picture(id), alt: title) : nil,
      suggestions: PageList(suggestions), history: PageList(changes), said: said, fault: fault)
    return Page(
      context: context, title: text("Correct the place"), scripts: ["item.js", "place.js"],
      hasMap: true)
  }

  private static func words(_ item: ItemReport, _ text: PageText) -> String {
    var words = ["\(item.latitude), \(item.longitude)"]
    if let heading = item.heading { words.append("\(Int(nearest: heading) % 360)°") }
    if let field = item.fieldOfView {
      words.append(text("%1 wide", "\(Int(nearest: field))°"))
    }
    return words.joined(separator: " · ")
  }
}

/// A change of the journal, as a line of a page.
struct ChangeLine: Decodable {
  let entry, what, when: String
  let by: PageName?
  /// Old entries may have neither a time nor an author.
  let isSigned: Bool
  /// The address after undoing it.
  let undo: String?
  var fieldsHTML: String?

  /// Its time and author, with the button to undo it.
  init(_ entry: EntryReport, next: String, _ language: PageLanguage) {
    let day = entry.at.map { String($0.prefix(10)) }
    self.entry = String(entry.entry)
    what = ChangeLine.what(entry, language.text)
    when = day.map { PageLanguage.date($0, language.locale) ?? $0 } ?? ""
    by = entry.by.map { PageName(name: $0) }
    isSigned = day != nil || entry.by != nil
    // A page can't undo an import: it may be a whole catalogue.
    undo = entry.undoneBy == nil && entry.kind != "import" ? next : nil
  }

  /// The kind of the change, in words.
  static func what(_ entry: EntryReport, _ text: PageText) -> String {
    let words =
      switch entry.kind {
      case "import": text("Imported")
      case "set", "move": text("Corrected")
      case "review": text("Reviewed")
      case "undo": text("Undone: change %1", entry.undoes.map(String.init) ?? "")
      case "remove": text("Removed")
      default: entry.kind
      }
    // A damaged archive may have any number, and a sum of whole ones must fit.
    let count = Int(
      nearest: Double(entry.added) + Double(entry.updated) + Double(entry.removed))
    return count > 1 ? "\(words) (\(text("%1 pictures", String(count))))" : words
  }

  /// The changed fields.
  static func fields(_ change: ItemChangeReport) -> String {
    guard change.kind == "changed" else { return change.kind }
    return change.fields.map { field in
      "\(field.field) \(field.before ?? "unknown") → \(field.after ?? "unknown")"
    }.joined(separator: ", ")
  }
}

/// The addresses of items' pages and pictures.
enum ItemAddress {
  /// The address of an item's picture.
  static func picture(_ id: String) -> String { "/v1/items/\(PercentCoding.encoded(id))/picture" }
}

extension Call {
  /// The address of an item's page.
  static func address(ofItem id: String) -> String { "/items/\(PercentCoding.encoded(id))" }

  /// `/items/{id}/place`.
  func placePage() async throws -> Response {
    let asked = try values(of: [], and: ["from", "kept", "undone"])
    var found = try await place()
    if let from = asked["from"]?.string { found.take(from) }
    return try await page(found.page(language, said: said(asked)))
  }

  private func place() async throws -> PlacePage {
    let (pipeline, curation, id) = (front.pipeline, front.curation, parameter("id"))
    return try await front.pool.run { () throws(TimeWalkError) in
      try PlacePage.find(id, pipeline, curation)
    }
  }

  /// Saves the form; after another person's change, shows a message and the form again.
  func keepPlace() async throws -> Response {
    try refuseParameters()
    let fields = try await formFields()
    guard let seen = fields["version"].flatMap({ Int64($0) }) else {
      throw Problem(.parseError, "the form has no version")
    }
    var found = try await place()
    let text = language.text
    func again(
      _ status: HTTPResponse.Status, _ fault: PlaceContext.Fault
    ) async throws -> Response {
      for name in ItemEditRequest.poseNames { found.form[name] = fields[name] ?? found.form[name] }
      var shown = found.page(language, fault: fault)
      shown.status = status
      return try await page(shown)
    }
    let changes = found.changes(fields)
    do {
      _ = try await edit(found.id, changes, basis: seen)
    } catch let problem as Problem where problem.status == .preconditionFailed {
      found = try await place()
      let late = found.history.history.filter { $0.entry.entry > seen }
      return try await again(
        .preconditionFailed,
        PlaceContext.Fault(
          words: text(
            "Another person changed this item meanwhile. Look at the change. Your values are below; press the button again to save them."
          ),
          changes: late.map { step in
            PlaceContext.Change(
              lineHTML: HTMLText.own(step.entry.by ?? "") + " "
                + text.english(ChangeLine.fields(step.change)))
          }))
    } catch let error as TimeWalkError where error.code == .invalidValue {
      let detail = front.answers.names.cleaned(error.message)
      return try await again(
        .badRequest,
        PlaceContext.Fault(
          words: text("These values can't be saved."),
          detailHTML: text.english(detail.capitalizedFirst)))
    }
    return see("\(Call.address(ofItem: found.id))/place?kept=1")
  }
}
