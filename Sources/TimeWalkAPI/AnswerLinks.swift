/// The addresses that a server gives files, in place of their paths.
package struct AnswerLinks: Sendable {
  /// A rendition, by its photo's id and its role.
  package var rendition: @Sendable (_ photo: String, _ role: String) -> String
  /// The picture of an item, by the item's name.
  package var picture: @Sendable (_ item: String) -> String

  /// Makes links.
  package init(
    rendition: @escaping @Sendable (_ photo: String, _ role: String) -> String,
    picture: @escaping @Sendable (_ item: String) -> String
  ) {
    (self.rendition, self.picture) = (rendition, picture)
  }
}

/// An answer that names files of this machine: commands print their paths, a server its addresses.
package protocol FileNaming: Encodable, Sendable {
  /// Replaces paths by addresses, and photos' numbers by their ids.
  mutating func replacePaths(by links: AnswerLinks)
}

extension Array: FileNaming where Element: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    for index in indices { self[index].replacePaths(by: links) }
  }
}

extension Optional: FileNaming where Wrapped: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) { self?.replacePaths(by: links) }
}

extension MediaReport {
  /// Replaces the path of an item's picture by its address.
  fileprivate mutating func replacePath(of item: String, by links: AnswerLinks) {
    guard path != nil else { return }
    (path, url) = (nil, links.picture(item))
  }
}

extension MatchReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    media?.replacePath(of: id, by: links)
  }
}

extension PlaceReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    media?.replacePath(of: id, by: links)
  }
}

extension ItemReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    media?.replacePath(of: id, by: links)
  }
}

extension ItemsReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) { items.replacePaths(by: links) }
}

extension PlacesReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) { places.replacePaths(by: links) }
}

extension MatchResponse: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    matches.replacePaths(by: links)
    timeline.replacePaths(by: links)
    places.replacePaths(by: links)
  }
}

extension SubmitResponse: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    photo.replaceNumber(by: id)
    renditions.replacePaths(of: id, by: links)
    search.replacePaths(by: links)
  }
}

extension StoredPhotoReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) {
    photo.replaceNumber(by: id)
    renditions.replacePaths(of: id, by: links)
    missing = nil
    answer?.id = id
    answer.replacePaths(by: links)
  }
}

extension PhotosReport: FileNaming {
  package mutating func replacePaths(by links: AnswerLinks) { photos.replacePaths(by: links) }
}

extension PhotoReport {
  fileprivate mutating func replaceNumber(by id: String?) {
    (sequence, original, self.id) = (nil, nil, id)
  }
}

extension [RenditionReport] {
  fileprivate mutating func replacePaths(of photo: String?, by links: AnswerLinks) {
    for index in indices {
      self[index].url = photo.map { links.rendition($0, self[index].role) }
      self[index].path = nil
    }
  }
}
