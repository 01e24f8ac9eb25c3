/// The rule by which an import removes the items of a collection that its source no longer has.
public struct Replacement: Hashable, Sendable {
  /// True if it may remove anything; otherwise an import that would remove items lists them, and
  /// changes nothing.
  public var isAgreed: Bool
  /// True if it may although rows were refused; an item that a refused row names stays all the
  /// same.
  public var allowsRefused: Bool

  /// Makes one.
  public init(isAgreed: Bool = false, allowsRefused: Bool = false) {
    self.isAgreed = isAgreed
    self.allowsRefused = allowsRefused
  }
}
