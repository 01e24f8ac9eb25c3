import Testing
import TimeWalkCore

import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Positions and poses that are only in XMP.
@Suite struct ReadXMPTests {
  static func read(
    _ attributes: String = "", elements: String = "", exif: ExifBuilder? = nil
  ) -> (metadata: CaptureMetadata, warnings: [MetadataWarning]) {
    var jpeg = JPEGBuilder()
    if let exif { jpeg.add(exif) }
    jpeg.add(xmp: attributes, elements: elements)
    return CaptureMetadata.read(jpeg: jpeg.bytes)
  }

  @Test(
    "Degrees are read as programs write them",
    arguments: [
      ("73,58,50.88W", nil, -73.9808), ("73,58.848W", nil, -73.9808), ("73,58.848w", nil, -73.9808),
      ("73, 58.848 W", nil, -73.9808), (" 73 , 58.848W ", nil, -73.9808),
      ("73.9808", "W", -73.9808), ("73.9808", "West", -73.9808), ("-73.9808", nil, -73.9808),
      ("+73.9808", nil, 73.9808), ("-73.9808", "W", -73.9808), ("\u{2212}73.9808", nil, -73.9808),
      ("73.9808W", nil, -73.9808), ("W 73.9808", nil, -73.9808),
      ("73/1,58848/1000W", nil, -73.9808),
      ("73 deg 58' 50.88\" W", nil, -73.9808), ("73\u{B0}58'50.88''W", nil, -73.9808),
      ("73\u{B0} 58\u{2032} 50.88\u{2033}", "W", -73.9808), ("73 58 50.88 W", nil, -73.9808),
      // A decimal comma in a list that a comma ends.
      ("73,58,848000,W", nil, -73.9808), ("73,58,50,W", nil, -73.980556),
    ] as [(String, String?, Double)])
  func degrees(text: String, reference: String?, expected: Double) throws {
    let read = try #require(WrittenDegrees(text, reference: reference, .longitude))
    #expect(abs(read.degrees - expected) < 1e-6)
  }

  @Test(
    "An ambiguous text isn't a position",
    arguments: [
      "40,45,216N", "40,7536N", "40,7536", "40,45.216", "40 45 13", "-40,45N", "40,45.2,3N",
      "91", "40.7536E", "40.7536X", "N", "40,60N", "0x28N", "40,45,1,1N", "40..7", "inf",
    ])
  func unclear(text: String) {
    #expect(WrittenDegrees(text, .latitude) == nil)
  }

  @Test func aPositionThatCantBeReadIsShown() {
    let (metadata, warnings) = Self.read(
      #"exif:GPSLatitude="40,45,216N" exif:GPSLongitude="73,58.848W""#)
    #expect(metadata.latitude == nil && metadata.longitude == nil)
    #expect(warnings.map(\.code) == [.valueNotANumber])
    #expect(warnings.first?.message.contains("40,45,216N") == true)
    // Exif's position needs no other.
    let exif = SamplePhone.exif()
    #expect(Self.read(#"exif:GPSLatitude="40,45,216N""#, exif: exif).warnings.isEmpty)
  }

  @Test func entitiesAndAddressesInOtherFormsAreUnderstood() {
    let latitude = "exif:GPSLatitude=\"40&#xB0; 45&apos; 12.96&quot; N\""
    let metadata = Self.read("\(latitude) exif:GPSLongitude=\"&#45;73.9808\"").metadata
    #expect(metadata.latitude == 40.7536 && metadata.longitude == -73.9808)
    for address in ["http://ns.adobe.com/exif/1.0", "HTTPS://ns.adobe.com/exif/1.0#"] {
      let odd = "xmlns:e=\"\(address)\" e:GPSLatitude=\"40.5\" e:GPSLongitude=\"-73.5\""
      #expect(Self.read(odd).metadata.latitude == 40.5)
    }
  }

  @Test func otherValuesAreReadFromXMP() {
    let (metadata, warnings) = Self.read(
      """
      exif:GPSLatitude="40.5" exif:GPSLongitude="-73.5" exif:GPSHPositioningError="12/2"
       exifEX:CameraElevationAngle="-31/2" exif:FocalLengthIn35mmFilm="26" exif:FocalLength="5"
       exif:DigitalZoomRatio="2/1" tiff:Make="Apple"
       photoshop:DateCreated="2024-05-17T14:03:22-04:00" xmp:CreateDate="2025-01-01T00:00:00Z"
      """)
    #expect(warnings.isEmpty)
    #expect(metadata.horizontalAccuracy == 6 && metadata.pitch == -15.5)
    #expect(metadata.focalLengthIn35mm == 26 && metadata.focalLength == 5)
    #expect(metadata.digitalZoom == 2 && metadata.make == "Apple")
    #expect(metadata.timestamp?.description == "2024-05-17T14:03:22-04:00")
  }

  static let place =
    "<exif:GPSLatitude>48,51.5N</exif:GPSLatitude>"
    + "<exif:GPSLongitude>2,17.7E</exif:GPSLongitude>"

  /// A place as IPTC's structures hold it, in RDF's ways to write one.
  static func structures(_ name: String) -> [String] {
    let (start, end) = ("<Iptc4xmpExt:\(name)", "</Iptc4xmpExt:\(name)>")
    return [
      "\(start)><rdf:Bag><rdf:li rdf:parseType='Resource'>\(place)</rdf:li></rdf:Bag>\(end)",
      "\(start) rdf:parseType='Resource'>\(place)\(end)",
      "\(start)><rdf:Description>\(place)</rdf:Description>\(end)",
      "\(start)><rdf:Description exif:GPSLatitude='48,51.5N' exif:GPSLongitude='2,17.7E'/>\(end)",
      "\(start) exif:GPSLatitude='48,51.5N' exif:GPSLongitude='2,17.7E'/>",
    ]
  }

  @Test(arguments: 0..<5)
  func aPlaceThatIsShownIsNotTheCameras(index: Int) {
    let shown = Self.structures("LocationShown")[index]
    let (metadata, warnings) = Self.read(elements: shown)
    #expect(metadata.latitude == nil && metadata.longitude == nil && warnings.isEmpty)
    let own = #"exif:GPSLatitude="40.5" exif:GPSLongitude="-73.5""#
    #expect(Self.read(own, elements: shown).metadata.latitude == 40.5)
    let after =
      shown + "<exif:GPSLatitude>40.5</exif:GPSLatitude>"
      + "<exif:GPSLongitude>-73.5</exif:GPSLongitude>"
    #expect(Self.read(elements: after).metadata.latitude == 40.5)
  }

  @Test(arguments: 0..<5)
  func aCreatedLocationIsARoughPlace(index: Int) throws {
    let made = Self.structures("LocationCreated")[index]
    let (metadata, warnings) = Self.read(elements: made)
    #expect(abs(try #require(metadata.latitude) - 48.858333) < 1e-6)
    #expect(metadata.longitude == 2.295 && metadata.horizontalAccuracy == 5000)
    #expect(warnings.map(\.code) == [.positionRough])
    let own = #"exif:GPSLatitude="40.5" exif:GPSLongitude="-73.5""#
    let read = Self.read(own, elements: made)
    #expect(read.metadata.latitude == 40.5 && read.warnings.isEmpty)
    let exif = Self.read(elements: made, exif: SamplePhone.exif())
    #expect(exif.metadata.horizontalAccuracy == 4.75 && exif.warnings.isEmpty)
  }

  struct Drone: Sendable {
    var attributes = ""
    var elements = ""
    var heading: Double?
    var pitch: Double?
    var roll: Double?
  }

  static let drones: [Drone] = [
    Drone(
      attributes: #"drone-parrot:CameraYawDegree="176.3" drone-parrot:CameraPitchDegree="-78.4""#,
      heading: 176.3, pitch: -78.4),
    Drone(
      elements: "<drone-skydio:CameraOrientationNED rdf:parseType='Resource'>"
        + "<drone-skydio:Roll>0.5</drone-skydio:Roll><drone-skydio:Pitch>-25.25</drone-skydio:Pitch>"
        + "<drone-skydio:Yaw>-150</drone-skydio:Yaw></drone-skydio:CameraOrientationNED>",
      heading: -150, pitch: -25.25, roll: 0.5),
    Drone(
      elements: "<drone-skydio:CameraOrientationNED drone-skydio:Yaw='127.5'"
        + " drone-skydio:Pitch='-7.5' drone-skydio:Roll='0.25'/>",
      heading: 127.5, pitch: -7.5, roll: 0.25),
    Drone(
      attributes: #"Camera:Yaw="2.5" Camera:Pitch="66" Camera:Roll="0""#, heading: 2.5, pitch: -24),
    // A camera's own pose comes before Pix4D's.
    Drone(
      attributes: """
        Camera:Yaw="1" Camera:Pitch="2" drone-parrot:CameraYawDegree="3"
         drone-parrot:CameraPitchDegree="4"
        """, heading: 3, pitch: 4),
    // Beyond the vertical: -120 with a roll of 180 is -60 behind, upright.
    Drone(
      attributes: gimbal("+12.10", "-120.00", "+180.00"), heading: 192.1, pitch: -60, roll: 0),
    Drone(attributes: gimbal("200", "-120", "0"), heading: 20, pitch: -60, roll: 180),
    Drone(attributes: gimbal("-170", "100", "-180"), heading: 10, pitch: 80, roll: 0),
    Drone(attributes: gimbal("30", "-90.5", "180"), heading: 210, pitch: -89.5, roll: 0),
    // A small overshoot is not turned.
    Drone(attributes: gimbal("30", "-90.5", "0"), heading: 30, pitch: -90.5, roll: 0),
    Drone(attributes: gimbal("30", "-60", "180"), heading: 30, pitch: -60, roll: 180),
    Drone(attributes: gimbal("30", "-250", "0"), heading: 30, pitch: -250, roll: 0),
  ]

  static func gimbal(_ yaw: String, _ pitch: String, _ roll: String) -> String {
    """
    drone-dji:GimbalYawDegree="\(yaw)" drone-dji:GimbalPitchDegree="\(pitch)"
     drone-dji:GimbalRollDegree="\(roll)"
    """
  }

  @Test("Drones say where their camera looks", arguments: 0..<drones.count)
  func drone(index: Int) throws {
    let drone = Self.drones[index]
    let metadata = Self.read(drone.attributes, elements: drone.elements).metadata
    for (found, expected) in [
      (metadata.heading, drone.heading), (metadata.pitch, drone.pitch), (metadata.roll, drone.roll),
    ] {
      #expect((found == nil) == (expected == nil))
      if let found, let expected { #expect(abs(found - expected) < 1e-9) }
    }
    #expect(metadata.pitchAccuracy == 1 && metadata.headingReference == nil)
  }

  @Test func aCameraWithoutAnAutopilotHasNoPose() {
    let metadata = Self.read(#"Camera:Yaw="0/100" Camera:Pitch="0" Camera:Roll="0""#).metadata
    #expect(metadata.heading == nil && metadata.pitch == nil)
  }

  @Test func skydiosPositionIsInItsOwnNames() {
    var exif = ExifBuilder()
    exif.set(0x0000, .bytes([2, 3, 0, 0]), in: .gps)
    let metadata = Self.read(
      """
      drone-skydio:Latitude="40.5" drone-skydio:Longitude="-73.5"
       drone-skydio:AbsoluteAltitude="135.5"
      """, exif: exif
    ).metadata
    #expect(metadata.latitude == 40.5 && metadata.longitude == -73.5)
    #expect(metadata.altitude == 135.5 && metadata.altitudeReference == .unknown)
    #expect(metadata.positionFlaw == nil)
  }
}
