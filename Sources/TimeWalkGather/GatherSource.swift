package import TimeWalkCore

/// A query to a source.
package struct GatherQuestion: Sendable {
  /// The area to gather from.
  package var area: GatherArea
  /// The range of years; undated works are left out.
  package var era: Era
  /// The maximum number of items, nearest to the middle first if the source can sort; all when
  /// `nil`.
  package var limit: Int?

  /// Makes a question.
  package init(area: GatherArea, era: Era, limit: Int? = nil) {
    self.area = area
    self.era = era
    self.limit = limit
  }
}

/// The description of a source, for users.
package struct SourceDescription: Hashable, Sendable {
  /// The name that commands take, and that of the collection.
  package var name: String
  /// Its usual name.
  package var title: String
  /// Its page.
  package var homepage: String
  /// Its holdings.
  package var holds: String
  /// The terms of the source.
  package var terms: String
  /// The data that are sent to it.
  package var sent: String
  /// The way in which this version's knowledge of it was verified.
  package var verified: String
  /// The environment variable with the user's own key; `nil` if no key is needed.
  package var keyVariable: String?
  /// True if withdrawn items can be detected.
  package var isChecked: Bool
}

/// A source of historical pictures that programs may ask.
///
/// One file each: its description, its requests, and the conversion of answers to rows.
package protocol GatherSource: Sendable {
  /// Its description.
  static var description: SourceDescription { get }
  /// Its usual address.
  static var address: String { get }

  /// Makes one.
  ///
  /// - Parameters:
  ///   - address: another address of the same interface than the usual one.
  ///   - key: the user's own key, if the source requires one.
  init(address: String, key: String)

  /// Gathers its pictures, one outcome after another.
  ///
  /// - Parameters:
  ///   - question: the area and the time.
  ///   - client: sends the requests.
  ///   - take: gets each outcome; ends the gathering by answering false.
  /// - Throws: the client's errors, and `.badAnswer` for an answer of another shape than the
  ///   documentation's. Rows that `take` received before are kept.
  func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError)

  /// The identifiers that the source has withdrawn; `nil` if it can't be detected.
  ///
  /// - Throws: as `gather`.
  func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]?
}

extension GatherSource {
  /// A source without information about withdrawals.
  package func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]? { nil }
}

/// All sources.
package enum GatherSources {
  /// In the order in which they are listed.
  package static let all: [any GatherSource.Type] = [
    CommonsSource.self, PastVuSource.self, SmapshotSource.self, OldNYCSource.self,
    EuropeanaSource.self,
  ]

  /// The source of a name.
  ///
  /// - Throws: `.unknownSource`, with the names that there are.
  package static func named(_ name: String) throws(GatherError) -> any GatherSource.Type {
    var names: [String] = []
    for source in all {
      if source.description.name == name { return source }
      names.append(source.description.name)
    }
    throw GatherError(
      .unknownSource,
      "\"\(name)\" isn't a source; it must be one of \(names.joined(separator: ", "))",
      field: "source")
  }
}
