internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore

/// The parameters of a review.
public struct ReviewRequest: Hashable, Sendable {
  /// The names of all kinds.
  public static let kinds = ReviewKind.allCases.map(\.rawValue)
  /// The default accuracy above which a place is listed, metres.
  public static let usualAccuracy = ReviewQuery.usualAccuracy

  /// Some of `kinds`; all when empty.
  public var kinds: [String]
  /// The collection; all when `nil`.
  public var collection: String?
  /// The greatest number of entries; all when `nil`.
  public var limit: Int?
  /// The accuracy above which a place is listed, metres.
  public var accuracy: Double

  /// Makes a request.
  public init(
    kinds: [String] = [], collection: String? = nil, limit: Int? = nil,
    accuracy: Double = usualAccuracy
  ) {
    self.kinds = kinds
    self.collection = collection
    self.limit = limit
    self.accuracy = accuracy
  }
}

/// A user's decision, in words: `accept`, `dismiss`, or the values to set,
/// `field=value; field=value`.
public struct DecisionRequest: Hashable, Sendable {
  /// The item, `collection:identifier`.
  public var id: String
  /// One of `ReviewRequest.kinds`.
  public var kind: String
  /// The other item of a duplicate; the current suggestion when `nil`.
  public var other: String?
  /// The decision.
  public var decision: String
  /// The reason.
  public var note: String?
  /// The line of the record for messages, such as `line 7`; `nil` when it is the only one.
  public var place: String?

  /// Makes one.
  public init(
    id: String, kind: String, other: String? = nil, decision: String, note: String? = nil,
    place: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.other = other
    self.decision = decision
    self.note = note
    self.place = place
  }

  func read() throws(TimeWalkError) -> ReviewDecision {
    guard let kind = ReviewKind(rawValue: kind) else {
      throw TimeWalkError(
        .invalidValue,
        "\"\(kind)\" isn't a kind; it must be one of \(ReviewRequest.kinds.joined(separator: ", "))",
        field: "kind")
    }
    let other = try other.map { name throws(TimeWalkError) in try ItemID.named(name) }
    let text = decision.trimmingCharacters(in: .whitespacesAndNewlines)
    let verdict: ReviewDecision.Verdict =
      switch text.lowercased() {
      case "accept": .accept
      case "dismiss": .dismiss
      default: .set(try DecisionRequest.fields(text))
      }
    return ReviewDecision(verdict, item: try ItemID.named(id), kind: kind, other: other, note: note)
  }

  /// Reads `field=value; field=value`; a semicolon that no field follows belongs to the value.
  private static func fields(_ text: String) throws(TimeWalkError) -> [CatalogueColumn: String] {
    var values: [(CatalogueColumn, String)] = []
    for piece in text.split(separator: ";", omittingEmptySubsequences: false) {
      let name = piece.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      if let column = CatalogueColumn(named: name), column != .id, piece.contains("=") {
        let value = piece.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespaces)
        values.append((column, value))
      } else if let last = values.popLast() {
        values.append((last.0, last.1 + ";" + piece))
      } else {
        throw TimeWalkError(
          .invalidValue, "\"\(text)\" must be accept, dismiss or field=value", field: "decision"
        )
      }
    }
    let fields = Dictionary(values) { _, second in second }
    guard fields.count == values.count else {
      throw TimeWalkError(.invalidValue, "\"\(text)\" sets a field twice", field: "decision")
    }
    return fields
  }
}

extension Curator {
  /// The entries for review, without dismissed ones.
  ///
  /// With `file`, the entries are also written as a CSV with a column for decisions.
  ///
  /// - Throws: `notFound` when there is no such collection, `invalidValue` for a kind that there
  ///   isn't.
  public func review(
    _ request: ReviewRequest, writingTo file: String? = nil, by author: ChangeAuthor
  ) throws(TimeWalkError) -> ReviewReport {
    var kinds: Set<ReviewKind> = []
    for name in request.kinds {
      guard let kind = ReviewKind(rawValue: name) else {
        throw TimeWalkError(
          .invalidValue,
          "\"\(name)\" isn't a kind; it must be one of \(ReviewRequest.kinds.joined(separator: ", "))",
          field: "kind")
      }
      kinds.insert(kind)
    }
    guard request.accuracy.isFinite, request.accuracy >= 0 else {
      throw TimeWalkError(.invalidValue, "the accuracy must be 0 metres or more", field: "accuracy")
    }
    do throws(ArchiveError) {
      let review = try archive.review(
        ReviewQuery(
          kinds: kinds, collection: request.collection, limit: request.limit,
          accuracy: request.accuracy, today: author.today))
      if let file { try DecisionFile.write(review.entries, to: file) }
      return ReviewReport(review)
    } catch { throw TimeWalkError(error) }
  }

  /// Applies a user's decisions, in one change of the journal; invalid ones are in the summary.
  public func decide(
    _ requests: [DecisionRequest], isDryRun: Bool, by author: ChangeAuthor
  ) throws(TimeWalkError) -> DecisionSummary {
    var decisions: [ReviewDecision] = []
    var places: [String?] = []
    var faults: [String] = []
    func fault(_ place: String?, _ reason: String) {
      faults.append((place.map { "\($0): " } ?? "") + reason)
    }
    for request in requests {
      do throws(TimeWalkError) {
        decisions.append(try request.read())
        places.append(request.place)
      } catch { fault(request.place, error.message) }
    }
    do throws(ArchiveError) {
      let report = try archive.decide(
        decisions, folder: FileManager.default.currentDirectoryPath, isDryRun: isDryRun,
        by: author.provenance)
      for one in report.faults { fault(places[one.index], one.reason) }
      return DecisionSummary(report, faults: faults, isDryRun: isDryRun)
    } catch { throw TimeWalkError(error) }
  }

  /// The decisions that a review's CSV has been filled in with.
  ///
  /// - Throws: `inputMissing` or `dataRefused` when it can't be read.
  public static func decisions(in file: String) throws(TimeWalkError) -> [DecisionRequest] {
    try ArchiveError.rethrowing(
      DecisionFile.read(file).map {
        DecisionRequest(
          id: $0.item, kind: $0.kind, other: $0.other, decision: $0.decision, note: $0.note,
          place: "line \($0.line)")
      })
  }

  /// The pictures that look alike.
  ///
  /// - Throws: `notFound` when there is no such collection.
  public func duplicates(collection: String?, limit: Int?) throws(TimeWalkError) -> DuplicatesReport
  {
    try ArchiveError.rethrowing(
      DuplicatesReport(try archive.nearDuplicates(collection: collection), limit: limit))
  }

  /// The rights of the collections, or of one.
  ///
  /// - Throws: `notFound` when there is none of the name.
  public func rights(of collection: String? = nil) throws(TimeWalkError) -> RightsReport {
    do throws(ArchiveError) {
      try archive.require(collection: collection)
      return RightsReport(
        try archive.rights().filter { collection == nil || $0.collection == collection })
    } catch { throw TimeWalkError(error) }
  }

  /// Gives a collection a rights statement; an empty text takes it away.
  ///
  /// - Returns: the number of the change in the journal, `nil` without a change, and the doubts.
  /// - Throws: `notFound` when there is no such collection.
  public func setRights(
    of collection: String, to text: String, by author: ChangeAuthor
  ) throws(TimeWalkError) -> (entry: Int64?, doubt: String?) {
    try ArchiveError.rethrowing(archive.setRights(of: collection, to: text, by: author.provenance))
  }
}
