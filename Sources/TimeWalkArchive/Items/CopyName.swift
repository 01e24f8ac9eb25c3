package import TimeWalkCore

extension ItemID {
  /// How an item of a collection names this one: by its identifier where both are of one.
  package func name(within collection: String) -> String {
    self.collection == collection ? identifier : description
  }
}
