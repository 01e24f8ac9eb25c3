/// An item with a confidence, and the reasons for it.
package struct Match: Hashable, Sendable {
  /// The historical image.
  package var item: Item
  /// What the judge says of it.
  package var verdict: Verdict
  /// The verdict in one plain sentence.
  package var reason: String

  /// Makes a match and words its reason.
  ///
  /// - Parameters:
  ///   - item: the item that the verdict is about.
  ///   - verdict: what the judge says.
  ///   - viewpoint: the photo's pose, from whose side the sentence is told.
  package init(item: Item, verdict: Verdict, viewpoint: Viewpoint) {
    self.item = item
    self.verdict = verdict
    reason = Reason(item: item, verdict: verdict, viewpoint: viewpoint).sentence
  }
}
