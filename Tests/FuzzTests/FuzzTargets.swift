extension FuzzTarget {
  /// All targets, in the order of `Scripts/fuzz all`; a new one is a file in `Targets` and a name
  /// here.
  static let all: [FuzzTarget] = groups.flatMap { $0 }

  private static let groups: [[FuzzTarget]] = [
    [jpegSegments, exif, iptc, xmp], containers, [heifChecker], decoders,
    [carrier, json, csv, geojson, xlsx, sheet, shape, edtf, dates, requests, text, zip, gather],
    maps,
  ]
}
