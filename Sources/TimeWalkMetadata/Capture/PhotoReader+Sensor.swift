/// The sensor's size from the focal plane's resolution.
extension PhotoReader {
  private struct FocalPlane {
    /// Pixels a millimetre, across and down.
    let across: Double
    let down: Double
    /// The fractions as they are written.
    let numbers: [ExifNumber]
  }

  /// The sensor's size by the original picture's size: the first that makes a sensor that exists,
  /// else the last.
  ///
  /// Programs that reduce a picture keep the focal plane's resolution, so the file's size makes the
  /// sensor too small. The camera's own size comes first, then other programs' record of the
  /// original, then Exif's size and the file's. The check includes the digital zoom, because some
  /// focal planes cover only the enlarged part.
  mutating func readSensor() {
    guard let plane = focalPlane() else { return }
    let exif = size(0xA002, 0xA003, in: .exif)
    let file = (metadata.pixelWidth ?? 0, metadata.pixelHeight ?? 0)
    let own = [exif, FrameSize(width: file.0, height: file.1)].compactMap(\.self)
    let sizes = [makerSize(), statedSize(plane), sizeFromXMP()].compactMap(\.self) + own.prefix(1)
    let sensors = sizes.map {
      (width: Double($0.width) / plane.across, height: Double($0.height) / plane.down)
    }
    let zoom = max(metadata.digitalZoom ?? 1, 1)
    let found = sensors.first {
      CameraSensors.exists(side: max($0.width, $0.height) * zoom, model: metadata.model)
    }
    guard let sensor = found ?? sensors.last else { return }
    metadata.sensorWidth = sensor.width
    metadata.sensorHeight = sensor.height
  }

  private func focalPlane() -> FocalPlane? {
    guard let first = exif?.field(0xA20E, in: .exif)?.numbers.first, let across = first.value,
      across > 0
    else { return nil }
    let second = exif?.field(0xA20F, in: .exif)?.numbers.first
    let down = second?.value ?? across
    // Inches by default (EXIF); 4 and 5 are TIFF/EP's millimetres and micrometres.
    let unit: Double? =
      switch exif?.field(0xA210, in: .exif)?.number ?? 2 {
      case 2: 25.4
      case 3: 10
      case 4: 1
      case 5: 0.001
      default: nil
      }
    guard let unit, down > 0 else { return nil }
    return FocalPlane(
      across: across / unit, down: down / unit, numbers: [first, second].compactMap(\.self))
  }

  /// The maker note's, else that of the interoperability directory (`RelatedImageWidth`).
  private func makerSize() -> FrameSize? {
    block.flatMap { MakerNoteSize.read(in: $0, make: metadata.make, limits: limits) }
      ?? size(0x1001, 0x1002, in: .interoperability)
  }

  /// Canon writes the fractions as the original's pixels × 1000 over the sensor's side in
  /// thousandths of an inch.
  ///
  /// Both must have the picture's aspect ratio, because reduced fractions are ambiguous.
  private func statedSize(_ plane: FocalPlane) -> FrameSize? {
    guard metadata.make?.lowercased().hasPrefix("canon") == true, plane.numbers.count == 2,
      let frame = metadata.pixelWidth.flatMap({ width in
        metadata.pixelHeight.map { (Double(width), Double($0)) }
      })
    else { return nil }
    let pixels = plane.numbers.map { $0.numerator / 1000 }
    guard pixels.allSatisfy({ (480...20_000).contains($0) && $0 == $0.rounded() }) else {
      return nil
    }
    let shape = frame.0 / frame.1 * pixels[1] / pixels[0]
    guard (0.97...1.03).contains(shape) else { return nil }
    return FrameSize(width: Int(pixels[0]), height: Int(pixels[1]))
  }

  private func sizeFromXMP() -> FrameSize? {
    func size(_ width: String, _ height: String, _ namespace: XMPPacket.Namespace) -> FrameSize? {
      guard let width = xmp?.number(width, in: namespace).flatMap({ Int(exactly: $0) }),
        let height = xmp?.number(height, in: namespace).flatMap({ Int(exactly: $0) })
      else { return nil }
      return FrameSize(width: width, height: height)
    }
    return size("PixelXDimension", "PixelYDimension", .exif)
      ?? size("ImageWidth", "ImageLength", .tiff)
  }

  private func size(_ width: UInt16, _ height: UInt16, in role: TIFFBlock.Role) -> FrameSize? {
    func side(_ tag: UInt16) -> Int? {
      exif?.field(tag, in: role)?.number.flatMap { Int(exactly: $0.rounded()) }
    }
    guard let width = side(width), let height = side(height) else { return nil }
    return FrameSize(width: width, height: height)
  }
}
