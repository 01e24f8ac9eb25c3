package import TimeWalkCore

/// What is asked of a source.
package struct GatherQuestion: Sendable {
  /// Where.
  package var area: GatherArea
  /// When the work was made; an undated one is no answer.
  package var era: Era
  /// How many items at most, those nearest to the middle first where the source says which they
  /// are; all when `nil`.
  package var limit: Int?

  /// Makes a question.
  package init(area: GatherArea, era: Era, limit: Int? = nil) {
    self.area = area
    self.era = era
    self.limit = limit
  }
}

/// What a source is, for people.
package struct SourceDescription: Hashable, Sendable {
  /// The name that commands take, and that of the collection.
  package var name: String
  /// What people call it.
  package var title: String
  /// Its page.
  package var homepage: String
  /// What it holds.
  package var holds: String
  /// On which terms.
  package var terms: String
  /// What is sent to it.
  package var sent: String
  /// How what this version knows of it was verified.
  package var verified: String
  /// The variable with the user's own key; `nil` where it wants none.
  package var keyVariable: String?
  /// Whether withdrawn items can be told.
  package var isChecked: Bool
}

/// A source of historical pictures that programs may ask.
///
/// One file each: what it is, how it is asked, and how an answer becomes rows.
package protocol GatherSource: Sendable {
  /// What it is.
  static var description: SourceDescription { get }
  /// Its usual address.
  static var address: String { get }

  /// Makes one.
  ///
  /// - Parameters:
  ///   - address: another address of the same interface than the usual one.
  ///   - key: the user's own key, where the source wants one.
  init(address: String, key: String)

  /// Gathers what it holds, one outcome after another.
  ///
  /// - Parameters:
  ///   - question: where and when.
  ///   - client: asks.
  ///   - take: gets each outcome; ends the gathering by answering false.
  /// - Throws: what the client throws, and `.badAnswer` for an answer of another shape than the
  ///   documentation's. What was taken before stays taken.
  func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, LeftOut>) throws(GatherError) -> Bool
  ) throws(GatherError)

  /// The identifiers among some that the source has withdrawn; `nil` where it can't be told.
  ///
  /// - Throws: as `gather`.
  func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]?
}

extension GatherSource {
  /// A source that doesn't say what it withdrew.
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
      "\"\(name)\" isn't a source; it must be one of \(names.joined(separator: ", "))")
  }
}
