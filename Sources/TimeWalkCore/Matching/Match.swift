/// A historical image that may show the same scene as a photo, with the judge's verdict.
package struct Match: Hashable, Sendable {
  /// The historical image.
  package var item: Item
  /// The judge's verdict.
  package var verdict: Verdict
  /// The photo's pose.
  package var viewpoint: Viewpoint
  /// The ids of the other items that are copies of its picture, best first.
  package var copies: [ItemID]

  /// Makes a match.
  package init(item: Item, verdict: Verdict, viewpoint: Viewpoint, copies: [ItemID] = []) {
    self.item = item
    self.verdict = verdict
    self.viewpoint = viewpoint
    self.copies = copies
  }

  /// The verdict in one plain sentence, from the photographer's point of view.
  package var reason: String {
    Reason(item: item, verdict: verdict, viewpoint: viewpoint).sentence
  }
}
