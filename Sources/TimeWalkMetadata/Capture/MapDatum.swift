/// The geodetic datum that a position is on (`GPSMapDatum`), where it isn't WGS 84.
///
/// Positions are used unchanged: a datum's error depends on the place, up to the distance here
/// (NIMA TR8350.2, appendices B and C; for China's GCJ-02 and BD-09 public comparisons).
struct MapDatum {
  /// The name, as the photo writes it.
  let name: String
  /// Metres: how far a position may be off.
  let error: Double

  /// Datums that are within some metres of WGS 84, as their names begin in capitals without signs.
  private static let near = [
    "WGS84", "WGS1984", "WORLDGEODETICSYSTEM", "ITRF", "ETRS", "NAD83", "JGD", "GDA", "GRS80",
    "CGCS2000",
    "PZ90", "SIRGAS",
  ]
  private static let far: [(prefix: String, error: Double)] = [
    ("TOKYO", 500), ("NAD27", 500), ("NORTHAMERICAN1927", 500), ("ED50", 200), ("OSGB", 150),
    ("WGS72", 20), ("PULKOVO", 200), ("SK42", 200), ("AGD", 250), ("SAD69", 100), ("GCJ", 800),
    ("BD09", 1500),
  ]
  /// Metres: of a datum that isn't known here, the largest error of the usual ones.
  private static let unknown = 500.0

  /// Reads a name; `nil` for WGS 84, datums close to it, and names without a meaning.
  init?(_ text: String) {
    let name = text.uppercased().filter { $0.isLetter || $0.isNumber }
    guard name.count > 2, !["UNKNOWN", "UNDEFINED", "NONE"].contains(name),
      !MapDatum.near.contains(where: name.hasPrefix)
    else { return nil }
    self.name = PhotoReader.shown(text)
    error = MapDatum.far.first { name.hasPrefix($0.prefix) }?.error ?? MapDatum.unknown
  }
}

extension PhotoReader {
  /// Widens the uncertainty of a position that is on another datum than WGS 84.
  mutating func readDatum() {
    guard metadata.latitude != nil, metadata.longitude != nil,
      let text = exif?.field(0x0012, in: .gps)?.text ?? xmp?.text("GPSMapDatum", in: .exif),
      let datum = MapDatum(text)
    else { return }
    metadata.horizontalAccuracy = max(metadata.horizontalAccuracy ?? 0, datum.error)
    warn(
      .datumForeign, .position,
      "The photo's position is on the datum \(datum.name), not WGS 84, and wasn't converted; it may be off "
        + "by \(Int(datum.error)) m. Give --latitude and --longitude for a better one.")
  }
}
