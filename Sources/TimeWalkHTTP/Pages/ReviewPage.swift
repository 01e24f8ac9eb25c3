internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

extension RouteTable {
  /// The pages of curators.
  static let curatorPages: [Route] = [
    page("/review", right: .curate, "Shows the entries of the review.") { call in
      try await call.reviewPage()
    },
    Route(
      method: .post, path: "/review", right: .curate,
      summary: "Follows a decision, and redirects back."
    ) { call in try await call.keepDecision() },
    page("/items/{id}/place", right: .curate, "Shows the form to correct a picture's place.") {
      call in try await call.placePage()
    },
    Route(
      method: .post, path: "/items/{id}/place", right: .curate,
      summary: "Saves a picture's place, and redirects back."
    ) { call in try await call.keepPlace() },
    Route(
      method: .post, path: "/changes/{entry}/undo", right: .curate,
      summary: "Undoes a change, and redirects back."
    ) { call in try await call.undoOnPage() },
  ]
}

struct ReviewContext: PageContext {
  struct Kind: Decodable {
    let kind, name, count: String
    let isCurrent: Bool
  }

  struct Entry: Decodable {
    let id, kind, title, url, kindName, reasonHTML: String
    let thumbnails: [PageLink]
    let other: Other?
    var accept = false
    var suggestion: PageWords?
    var correct: Correction?
    var place: PageLink?
    // The page has one main action: the first one of the next entry.
    var mainAccept = false, mainCorrect = false, mainPlace = false, mainDismiss = false
  }

  struct Other: Decodable {
    let id, title, url: String
  }

  struct Correction: Decodable {
    let label, example, version: String
    var value, wrongHTML: String?
  }

  static let template = PageTemplate.review
  let list: String
  let isAll, isEmpty: Bool
  let kinds: [Kind]
  let entries: [Entry]
  let more: PageWords?
  let history: PageList<ChangeLine>?
  let said: PageWords?
}

/// `/review`: the entries of the review, each with its possible decisions.
private struct ReviewPage {
  let report: ReviewReport
  /// The titles of the items that have one.
  let titles: [String: String]
  /// The items with a picture.
  let pictured: Set<String>
  /// The archive's last changes, the newest first.
  let changes: [EntryReport]
  /// The shown kind; `nil` for all.
  let kind: String?
  let language: PageLanguage
  /// A correction that was refused; its form keeps the value.
  var refused: (id: String, kind: String, value: String, reason: String)?

  /// By kind: the field to correct, with its label and an example.
  static let corrections: [String: (column: String, label: String, example: String)] = [
    "doubtful-date": ("date", "Date", "1911-05"), "undated": ("date", "Date", "1911-05"),
    "no-rights": ("license", "Rights", "CC0-1.0"),
  ]

  private static let names: [String: String] = [
    "doubtful-date": "Doubtful dates", "undated": "Without a date",
    "low-accuracy": "Rough places", "duplicate": "Similar pictures",
    "no-rights": "Without rights", "unplaced": "Without a place",
    "missing-media": "Missing pictures",
  ]

  func page(said: PageWords? = nil) -> Page {
    let text = language.text
    let next = "/review" + (kind.map { "?kind=\($0)" } ?? "")
    let rest = report.totals.values.reduce(0, +) - report.entries.count
    let context = ReviewContext(
      list: kind ?? "", isAll: kind == nil, isEmpty: report.entries.isEmpty,
      kinds: report.totals.filter { $0.value > 0 || $0.key == kind }.sorted { $0.key < $1.key }
        .map { name, count in
          ReviewContext.Kind(
            kind: name, name: text(ReviewPage.names[name] ?? name),
            count: language.number(count), isCurrent: name == kind)
        }, entries: report.entries.enumerated().map { entry($1, isNext: $0 == 0, text) },
      more: rest > 0 ? PageWords(words: text("%1 more", language.number(rest))) : nil,
      history: PageList(changes.map { ChangeLine($0, next: next, language) }), said: said)
    return Page(context: context, title: text("Review"))
  }

  private func entry(
    _ entry: ReviewReport.Entry, isNext: Bool, _ text: PageText
  ) -> ReviewContext.Entry {
    let address = Call.address(ofItem: entry.id)
    var shown = ReviewContext.Entry(
      id: entry.id, kind: entry.kind, title: titles[entry.id] ?? entry.id,
      // An item without a place has only this page.
      url: entry.kind == "unplaced" ? "\(address)/place" : address,
      kindName: text(ReviewPage.names[entry.kind] ?? entry.kind),
      reasonHTML: text.english(entry.reason),
      thumbnails: ([entry.id] + (entry.other.map { [$0] } ?? [])).filter(pictured.contains)
        .map { PageLink(url: ItemAddress.picture($0) + "?side=320") },
      other: entry.other.map {
        ReviewContext.Other(id: $0, title: titles[$0] ?? $0, url: Call.address(ofItem: $0))
      })
    if !entry.suggestion.isEmpty {
      shown.accept = true
      shown.suggestion = PageWords(
        words: entry.suggestion.sorted { $0.key < $1.key }
          .map { "\($0.key) = \($0.value.isEmpty ? text("unknown") : $0.value)" }
          .joined(separator: ", "))
    }
    if let (_, label, example) = ReviewPage.corrections[entry.kind] {
      var form = ReviewContext.Correction(
        label: text(label), example: example, version: String(changes.first?.entry ?? 0))
      if let refused, refused.id == entry.id, refused.kind == entry.kind {
        form.value = refused.value
        form.wrongHTML = text.english(refused.reason.capitalizedFirst)
      }
      shown.correct = form
    }
    if entry.kind == "unplaced" || entry.kind == "low-accuracy" {
      shown.place = PageLink(url: "\(address)/place")
    }
    if isNext {
      shown.mainAccept = shown.accept
      shown.mainCorrect = !shown.accept && shown.correct != nil
      shown.mainPlace = !shown.accept && shown.correct == nil && shown.place != nil
      shown.mainDismiss = !shown.accept && shown.correct == nil && shown.place == nil
    }
    return shown
  }
}

extension Call {
  /// The most entries and changes on the page.
  private static let listed = 50, listedChanges = 5

  /// `/review`.
  func reviewPage() async throws -> Response {
    let asked = try values(of: [], and: ["kind", "kept", "undone"])
    let kind = asked["kind"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return try await page(review(of: kind).page(said: said(asked)))
  }

  /// The message after a form.
  func said(_ asked: [String: JSONValue]) -> PageWords? {
    asked["undone"] != nil
      ? PageWords(words: language.text("Undone."))
      : asked["kept"] != nil ? PageWords(words: language.text("Saved.")) : nil
  }

  private func review(of kind: String?) async throws -> ReviewPage {
    let (curation, author, language) = (front.curation, author, language)
    return try await front.pool.run(.search) { () throws(TimeWalkError) in
      try curation.look { curator throws(TimeWalkError) in
        // A later change than this is noticed when a correction is saved.
        let changes = try curator.history(limit: Call.listedChanges).entries
        var titles: [String: String] = [:]
        var pictured: Set<String> = []
        let report = try curator.review(
          ReviewRequest(kinds: kind.map { [$0] } ?? [], limit: Call.listed), by: author)
        for id in Set(report.entries.flatMap { [$0.id] + ($0.other.map { [$0] } ?? []) }) {
          let (title, hasPicture) = try curator.shown(id)
          titles[id] = title
          if hasPicture { pictured.insert(id) }
        }
        return ReviewPage(
          report: report, titles: titles, pictured: pictured, changes: changes, kind: kind,
          language: language)
      }
    }
  }

  /// Follows a decision from the form of `/review`.
  func keepDecision() async throws -> Response {
    try refuseParameters()
    let fields = try await formFields()
    func field(_ name: String) -> String {
      (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let (id, kind, list) = (field("id"), field("kind"), field("list"))
    let isKind = ReviewRequest.kinds.contains(list)
    if field("decision") == "correct" {
      guard let correction = ReviewPage.corrections[kind], !field("value").isEmpty else {
        throw TimeWalkError(.invalidValue, "give a value", field: "value")
      }
      do {
        _ = try await edit(
          id, [correction.column: field("value")], basis: Int64(field("version")) ?? 0)
      } catch let error as TimeWalkError where error.code == .invalidValue {
        var shown = try await review(of: isKind ? list : nil)
        shown.refused = (id, kind, field("value"), front.answers.names.cleaned(error.message))
        var page = shown.page()
        page.status = .badRequest
        return try await self.page(page)
      }
    } else {
      var asked = ReviewDecisionRequest()
      (asked.id, asked.kind, asked.decision) = (id, kind, field("decision"))
      asked.other = field("other").isEmpty ? nil : field("other")
      guard ReviewDecisionRequest.decisions.contains(asked.decision ?? "") else {
        throw TimeWalkError(.invalidValue, "unknown decision", field: "decision")
      }
      _ = try await decide(asked.asked)
    }
    return see("/review?" + (isKind ? "kind=\(list)&" : "") + "kept=1")
  }

  /// Undoes a change from a form.
  func undoOnPage() async throws -> Response {
    try refuseParameters()
    guard let entry = Int64(parameter("entry")), entry > 0 else {
      throw TimeWalkError(.notFound, "the journal doesn't have this entry", field: "entry")
    }
    let next = try await formFields()["next"] ?? "/review"
    _ = try await undo(entry)
    let target = SignIn.isOwnAddress(next) ? next : "/review"
    return see(target + (target.contains("?") ? "&" : "?") + "undone=1")
  }
}
