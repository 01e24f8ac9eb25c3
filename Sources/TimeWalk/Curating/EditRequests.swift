package import TimeWalkAPI
internal import TimeWalkArchive
internal import TimeWalkBase

/// The fields of an item that curators may set by the web.
///
/// Without its picture: that may be a local file, which clients must not name.
package struct ItemEditRequest: DescribedRequest {
  /// The new values, by the catalogue's columns; an empty text makes a field unknown.
  package var values: [String: String] = [:]

  /// The fields' columns: a pose's in the order of a form, then the others.
  private static let columns = pose + editable.filter { !$0.description.isInPose }
  private static let pose = editable.filter(\.description.isInPose)
  private static let editable = CatalogueColumn.allCases.filter { $0.description.help != nil }

  /// The fields of a pose, in the order of a form.
  package static let poseNames = pose.map(\.wireName)

  /// The catalogue's column of a field.
  package static func column(_ name: String) -> String? {
    columns.first { $0.wireName == name }?.name
  }

  /// The fields.
  package static let fields: [RequestField<ItemEditRequest>] = columns.map { column in
    let unit = column.numbers?.unit.rawValue
    let kind: WireField.Kind =
      column.isNumeric ? .token : .text(most: WireField.usualText)
    let about =
      (column.description.help ?? "") + (column.isNumeric ? " An empty text clears it." : "")
    return RequestField(WireField(column.wireName, kind, about, unit: unit)) {
      (value, request) throws(TimeWalkError) in
      switch value {
      case .number(let text), .string(let text): request.values[column.name] = text
      default: return
      }
    } write: {
      $0.values[column.name].map(JSONValue.string)
    }
  }

  /// Makes an empty request.
  package init() {}
}

/// The parameters for an entry of the journal.
package struct ChangeRequest: DescribedRequest {
  /// The change's number in the journal.
  package var entry = 0

  /// The fields.
  package static let fields: [RequestField<ChangeRequest>] = [
    RequestField(
      WireField("entry", .integer(1...Int(Int32.max)), "The change's number in the history."),
      read: { (value, request) throws(TimeWalkError) in
        if let number = WireField.whole(value) { request.entry = number }
      }, write: { .number(String($0.entry)) }
    ).required
  ]

  /// Makes an empty request.
  package init() {}
}

/// The greatest number of changes to list.
package struct ChangesRequest: DescribedRequest {
  /// The greatest number of entries to return.
  package var limit = 50

  /// The fields.
  package static let fields: [RequestField<ChangesRequest>] = [
    RequestField(
      "limit", \.limit, 1...1000, "The most changes to return.", unit: "count", usual: 50)
  ]

  /// Makes an empty request.
  package init() {}
}

/// The parameters of the review.
package struct ReviewListRequest: DescribedRequest {
  /// Only this kind; all without it.
  package var kind: String?
  /// Only this collection; all without it.
  package var collection: String?
  /// The greatest number of entries to return.
  package var limit = 50

  /// The fields.
  package static let fields: [RequestField<ReviewListRequest>] = [
    RequestField("kind", \.kind, "Only this kind. Default: all kinds.", .word(ReviewRequest.kinds)),
    RequestField("collection", \.collection, "Only this collection.", unit: "name"),
    RequestField(
      "limit", \.limit, 1...1000, "The most entries to return.", unit: "count", usual: 50),
  ]

  /// The same as curators ask it.
  package var asked: ReviewRequest {
    ReviewRequest(kinds: kind.map { [$0] } ?? [], collection: collection, limit: limit)
  }

  /// Makes an empty request.
  package init() {}
}

/// A decision about an entry of the review.
package struct ReviewDecisionRequest: DescribedRequest {
  /// The item.
  package var id: String?
  /// The kind of the entry.
  package var kind: String?
  /// The other item of a duplicate.
  package var other: String?
  /// The decision, one of `decisions`.
  package var decision: String?
  /// The reason.
  package var reason: String?

  /// Values are given by `PATCH /v1/items/{id}`, which detects concurrent changes.
  package static let decisions = ["accept", "dismiss"]

  /// The fields.
  package static let fields: [RequestField<ReviewDecisionRequest>] = [
    RequestField("id", \.id, "The item, collection:identifier.").required
      .matching(TextPattern.item),
    RequestField("kind", \.kind, "The kind of the entry.", .word(ReviewRequest.kinds)).required,
    RequestField("other", \.other, "The other item of a duplicate.").matching(TextPattern.item),
    RequestField(
      "decision", \.decision,
      "accept takes the suggestion; dismiss hides the entry until the item changes.",
      .word(decisions)
    ).required,
    RequestField("reason", \.reason, "The reason for the decision."),
  ]

  /// The same as curators decide it.
  package var asked: DecisionRequest {
    DecisionRequest(
      id: id ?? "", kind: kind ?? "", other: other, decision: decision ?? "", note: reason)
  }

  /// Makes an empty request.
  package init() {}
}
