internal import TimeWalkCore

/// The camera's pose in a drone's XMP.
///
/// Each maker has a namespace and a way to count the pitch:
///
/// | maker | properties | pitch 0 |
/// |---|---|---|
/// | DJI, and Autel's newer drones with the same names | `GimbalYawDegree` … | the horizon |
/// | Parrot ("Photo Metadata", developer.parrot.com) | `CameraYawDegree` … | the horizon |
/// | Skydio ("Skydio camera and metadata overview") | `CameraOrientationNED` | the horizon |
/// | Autel's older drones, in Pix4D's or senseFly's namespace `Camera` | `Yaw` … | down |
///
/// Angles are degrees; yaw counts clockwise from a north that no maker names.
struct DronePose {
  /// Degrees north; `nil` without a longitude.
  private(set) var latitude: Double?
  /// Degrees east.
  private(set) var longitude: Double?
  /// Metres above ``altitudeReference``.
  ///
  /// The height above the take-off point isn't read: it has no known reference.
  private(set) var altitude: Double?
  /// The surface of the altitude; unknown where the maker names none.
  private(set) var altitudeReference: Altitude.Reference?
  /// The camera's heading.
  private(set) var yaw: Double?
  /// The camera's pitch, -90...90, or a little more if a gimbal overshoots.
  private(set) var pitch: Double?
  /// The camera's clockwise turn, -180...180.
  private(set) var roll: Double?

  /// Degrees: how far a gimbal may overshoot straight down.
  static let overshoot = 1.0

  /// Reads a packet; `nil` if no drone says anything.
  init?(_ xmp: XMPPacket) {
    func numbers(
      _ names: [String], _ namespace: XMPPacket.Namespace, _ place: XMPPacket.Place = .resource
    ) -> [Double?] {
      names.map { xmp.number($0, in: namespace, at: place) }
    }
    let ned = XMPPacket.Name(
      namespace: XMPPacket.Namespace.skydio.rawValue, local: "CameraOrientationNED")
    let angles = ["Yaw", "Pitch", "Roll"]
    let candidates = [
      numbers(["GimbalYawDegree", "GimbalPitchDegree", "GimbalRollDegree"], .drone),
      numbers(["CameraYawDegree", "CameraPitchDegree", "CameraRollDegree"], .parrot),
      numbers(angles, .skydio, .structure(ned)),
      DronePose.fromNadir(numbers(angles, .pix4D)), DronePose.fromNadir(numbers(angles, .senseFly)),
    ]
    if let found = candidates.first(where: { $0[0] != nil || $0[1] != nil }) {
      (yaw, pitch, roll) = (found[0], found[1], found[2])
      turnBack()
    }
    // Older firmware of DJI spells it "GpsLongtitude".
    let places = [
      numbers(["GpsLatitude", "GpsLongitude"], .drone),
      numbers(["GpsLatitude", "GpsLongtitude"], .drone),
      numbers(["Latitude", "Longitude"], .skydio),
    ]
    if let found = places.first(where: { $0[0] != nil && $0[1] != nil }) {
      (latitude, longitude) = (found[0], found[1])
    }
    if let height = xmp.number("AbsoluteAltitude", in: .drone) {
      (altitude, altitudeReference) = (height, .seaLevel)
    } else if let height = xmp.number("AbsoluteAltitude", in: .skydio) {
      (altitude, altitudeReference) = (height, .unknown)
    }
    if yaw == nil, pitch == nil, latitude == nil, altitude == nil { return nil }
  }

  /// Angles that count the pitch from straight down, without the roll, which is another axis there.
  ///
  /// Cameras without an autopilot write three zeros.
  private static func fromNadir(_ angles: [Double?]) -> [Double?] {
    if angles.allSatisfy({ ($0 ?? 0) == 0 }) { return [nil, nil, nil] }
    return [angles[0], angles[1].map { $0 - 90 }, nil]
  }

  /// Turns a pose beyond the vertical into the same one within it: yaw and roll by half a turn, the
  /// pitch to its other side.
  ///
  /// A camera that points -120 degrees with a roll of 180 looks back below the drone, upright.
  private mutating func turnBack() {
    guard let pitch, pitch.magnitude > 90, pitch.magnitude <= 180,
      pitch.magnitude > 90 + DronePose.overshoot || (roll ?? 0).magnitude > 90
    else { return }
    self.pitch = (pitch < 0 ? -180 : 180) - pitch
    yaw = yaw.map { $0 < 180 ? $0 + 180 : $0 - 180 }
    roll = roll.map { $0 > 0 ? $0 - 180 : $0 + 180 }
  }
}
