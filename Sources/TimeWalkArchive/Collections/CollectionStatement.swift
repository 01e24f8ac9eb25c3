import TimeWalkCore

/// A collection's statement about itself: its title, its holder's wishes, its rights.
package struct CollectionStatement: Hashable, Sendable {
  /// The short name in its items' names; no colon, not empty.
  package var name: String
  /// Its title.
  package var title: String?
  /// A sentence or two.
  package var description: String?
  /// An SPDX identifier or a rights statement's URI, for items without their own.
  package var license: String?
  /// The credit line that the holder requests, for items without their own.
  package var credit: String?
  /// The collection's page.
  package var homepage: String?
  /// The area of its items; a place outside gets a warning.
  package var area: CollectionArea?

  /// Makes a statement; omitted values are unknown.
  package init(
    name: String, title: String? = nil, description: String? = nil, license: String? = nil,
    credit: String? = nil, homepage: String? = nil, area: CollectionArea? = nil
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.license = license
    self.credit = credit
    self.homepage = homepage
    self.area = area
  }

  /// The reason why a text can't name a collection; `nil` when it can.
  ///
  /// A name has 1 to 200 characters, no colon, no control character, and no space at either end.
  package static func fault(inName name: String) -> String? {
    if name.isEmpty { return "a collection's name can't be empty" }
    if name.unicodeScalars.count > 200 {
      return "a collection's name can have at most 200 characters"
    }
    if name.contains(":") {
      return "a collection's name can't have a colon, because items are named name:id"
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "a collection's name can't have control characters"
    }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      return "a collection's name can't begin or end with a space"
    }
    return nil
  }
}
