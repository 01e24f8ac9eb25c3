/// A height and the surface that it is measured from; two surfaces are never mixed.
package struct Altitude: Hashable, Sendable {
  /// The surface that a height is measured from.
  package enum Reference: String, Codable, Hashable, Sendable, CaseIterable {
    /// Mean sea level (the geoid).
    case seaLevel
    /// The WGS 84 ellipsoid.
    case ellipsoid
    /// The ground under the camera.
    case ground
    /// The source has no reference.
    case unknown
  }

  /// Metres above the reference; negative below it, which is legal.
  package let meters: Double
  /// The reference of the height.
  package let reference: Reference
  /// The 68 % half-width of the height; `nil` when unknown.
  package let accuracy: Distance?

  /// Makes an altitude; `nil` for NaN or infinity.
  package init?(meters: Double, reference: Reference, accuracy: Distance? = nil) {
    guard meters.isFinite else { return nil }
    self.meters = meters
    self.reference = reference
    self.accuracy = accuracy
  }
}
