internal import TimeWalkBase
internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkReading
package import TimeWalkEvents

extension Pipeline {
  /// The sizes of a picture of an event, by their names: the longest side in pixels.
  package static let eventSizes = ["small": 480, "large": 1600]
  /// The longest side of a picture that is encoded again, pixels.
  static let eventSide = 4096
  /// The quality of one.
  static let eventQuality = 92

  /// The longest JPEG that keeps its quality, bytes.
  static let longestBareJPEG = 40 << 20

  /// Makes a picture ready for an event: its sizes, and where the event shows no positions a copy
  /// without any.
  ///
  /// The copy is a JPEG, upright, with Exif's camera, time and author. Data that may reveal the
  /// place are left out: the GPS directory, maker notes, XMP, IPTC, comments, unknown tags. The
  /// camera's owner and serial numbers are left out, too.
  /// - Parameters:
  ///   - path: the file that came.
  ///   - showsPositions: true if the event shows positions; the file then stays unchanged.
  ///   - keepsQuality: true if a JPEG isn't encoded again; its metadata are taken out.
  /// - Returns: the input of `EventStore.add`.
  /// - Throws: the errors of reading a picture.
  package func eventPicture(
    at path: String, showsPositions: Bool, keepsQuality: Bool = false
  ) throws(TimeWalkError) -> NewPicture {
    let hold = MemoryBudget.Hold(of: memory)
    let photo = try read(.received(path: path), hold: hold)
    let capture = photo.head.capture
    let shown = try photo.content.shown(
      ShowQuestion(
        side: Pipeline.eventSide,
        orientation: Orientation(rawValue: capture.orientation) ?? .upright)
    )
    do {
      var made: NewPicture
      if showsPositions {
        made = NewPicture(
          original: .file(path), ending: photo.head.info.format.endings.first ?? "bin")
        if let latitude = capture.latitude, let longitude = capture.longitude {
          made.position = PicturePosition(latitude: latitude, longitude: longitude)
        }
      } else if keepsQuality, photo.count <= Pipeline.longestBareJPEG,
        let bare = try photo.content.bare()
      {
        made = NewPicture(original: .bytes(bare), ending: "jpg")
      } else {
        let options = MetadataCarrier.Options(
          stripLocation: true, profile: shown.profile, software: "TimeWalk \(Version.current)")
        let jpeg = try shown.image.encode(quality: Pipeline.eventQuality, restartsEachRow: false)
        made = NewPicture(
          original: .bytes(
            try photo.content.carry(options, into: jpeg, size: shown.image.size)), ending: "jpg")
      }
      for (name, side) in Pipeline.eventSizes {
        made.sizes[name] = try shown.image.fitted(within: side).encode(
          quality: Pipeline.viewQuality, restartsEachRow: false)
      }
      return made
    } catch let error as ImagingError {
      throw TimeWalkError(error)
    } catch let error as TimeWalkError {
      throw error
    } catch {
      throw TimeWalkError(.internalFault, "can't make the sizes of the picture", cause: error)
    }
  }
}
