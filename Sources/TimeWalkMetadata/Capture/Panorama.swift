/// A panorama's values in Google's photo sphere format (XMP namespace `GPano`).
///
/// The picture may be a crop of the full panorama. The pose refers to the middle of the full one:
/// `PoseHeadingDegrees` is the direction of column `FullPanoWidthPixels / 2`. A full panorama is
/// equirectangular, 360 degrees wide and 180 high.
struct Panorama {
  /// The picture's horizontal angle in degrees, more than 0 and at most 360; `nil` when unknown.
  private(set) var fieldOfView: Double?
  /// The heading of the picture's middle, in degrees from an unnamed north, `0..<360`.
  private(set) var heading: Double?
  /// The angle of the picture's middle above the horizon, in degrees.
  private(set) var pitch: Double?
  /// Degrees that the camera was turned clockwise.
  private(set) var roll: Double?

  /// Reads a packet; values that contradict each other are left out.
  init(_ xmp: XMPPacket) {
    func number(_ name: String) -> Double? { xmp.number(name, in: .panorama) }
    let across = Span(
      full: number("FullPanoWidthPixels"), shown: number("CroppedAreaImageWidthPixels"),
      start: number("CroppedAreaLeftPixels"))
    let down = Span(
      full: number("FullPanoHeightPixels"), shown: number("CroppedAreaImageHeightPixels"),
      start: number("CroppedAreaTopPixels"))
    fieldOfView = across.map { 360 * $0.share }
    // -1 is a phone's "not known".
    if let pose = number("PoseHeadingDegrees"), pose != -1 {
      let degrees = pose + 360 * (across?.shift ?? 0)
      let wrapped = degrees.truncatingRemainder(dividingBy: 360)
      heading = wrapped < 0 ? wrapped + 360 : wrapped
    }
    // Rows count downwards.
    pitch = number("PosePitchDegrees").map { $0 - 180 * (down?.shift ?? 0) }
    roll = number("PoseRollDegrees")
  }

  /// The part of one side of the full panorama that the picture shows.
  private struct Span {
    /// The share of it, more than 0 and at most 1.
    let share: Double
    /// From the full panorama's middle to the picture's, as a share of the full side.
    let shift: Double

    /// `nil` without a full side, and for a part that does not lie in it.
    init?(full: Double?, shown: Double?, start: Double?) {
      guard let full, full > 0 else { return nil }
      let shown = shown ?? full
      let start = start ?? (full - shown) / 2
      // A pixel of rounding is forgiven.
      guard shown > 0, start >= 0, start + shown <= full + 1 else { return nil }
      share = min(shown / full, 1)
      shift = (start + shown / 2) / full - 0.5
    }
  }
}
