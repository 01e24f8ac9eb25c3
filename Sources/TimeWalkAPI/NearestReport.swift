/// The item that is nearest to where nothing else is.
public struct NearestReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// The way to its place, metres.
  public var distance: Double

  /// Makes it from its values.
  package init(id: String, distance: Double) {
    self.id = id
    self.distance = distance
  }
}
