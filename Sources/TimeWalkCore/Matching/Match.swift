/// An item with a confidence, and the reasons for it.
public struct Match: Hashable, Sendable {
  /// The historical image.
  public var item: Item
  /// What the judge says of it.
  public var verdict: Verdict
  /// The verdict in one plain sentence.
  public var reason: String

  /// Makes a match and words its reason.
  ///
  /// - Parameters:
  ///   - item: the item that the verdict is about.
  ///   - verdict: what the judge says.
  ///   - viewpoint: the photo's pose, from whose side the sentence is told.
  public init(item: Item, verdict: Verdict, viewpoint: Viewpoint) {
    self.item = item
    self.verdict = verdict
    reason = Reason(item: item, verdict: verdict, viewpoint: viewpoint).sentence
  }
}
