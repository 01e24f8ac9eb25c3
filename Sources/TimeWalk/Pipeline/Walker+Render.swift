internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

/// One picture that was made, not yet written.
struct Picture {
  var role: Rendition.Role
  var size: PixelSize
  var bytes: [UInt8]
  var overlay: PixelRegion?
  var item: String?
  var kind: String?
}

/// The pictures of one photo.
struct Pictures {
  var all: [Picture] = []
  var warnings: [String] = []
}

extension Walker {
  /// Makes the clean and the overlaid picture, and the historical image of the best match.
  func render(
    _ photo: Photo, orientation: Int, pose: ResolvedPose, best: Match?, stripLocation: Bool
  ) throws(WalkError) -> Pictures {
    guard let fonts else {
      throw WalkError(.componentMissing, "no font was loaded to write with")
    }
    var result = Pictures()
    do throws(ImagingError) {
      let decoded = try JPEGPicture.decode(photo.bytes, name: photo.name, limits: limits)
      if decoded.warningCount > 0, let warning = decoded.firstWarning {
        result.warnings.append("\(photo.name) is slightly damaged: \(warning).")
      }
      let clean = try decoded.image.fitted(
        within: Walker.greatestSide, orientation: Orientation(rawValue: orientation) ?? .upright)
      let overlaid = try clean.overlaid(
        fields: OverlayFields(pose: pose, stripLocation: stripLocation).texts, font: fonts.regular)
      if !overlaid.dropped.isEmpty {
        let lost = overlaid.dropped.joined(separator: ", ")
        result.warnings.append("\(photo.name) is too small to write on it: \(lost).")
      }
      // The rows that are alike are encoded once; metadata comes afterwards.
      let encoded = try clean.encode()
      result.all = [
        Picture(role: .clean, size: clean.size, bytes: encoded),
        Picture(
          role: .overlaid, size: clean.size, bytes: try overlaid.encode(reusing: encoded),
          overlay: overlaid.region),
      ]
    } catch { throw WalkError(error) }
    try carryMetadata(of: photo, into: &result, stripLocation: stripLocation)
    if let best { try addHistorical(best, fonts: fonts, to: &result) }
    return result
  }

  /// Gives the outputs what the original said of itself, less what became false.
  private func carryMetadata(of photo: Photo, into result: inout Pictures, stripLocation: Bool)
    throws(WalkError)
  {
    do throws(MetadataError) {
      let carrier = MetadataCarrier(
        original: photo.bytes, options: MetadataCarrier.Options(stripLocation: stripLocation))
      result.warnings += carrier.warnings.map(\.message)
      for index in result.all.indices {
        let size = result.all[index].size
        result.all[index].bytes = try carrier.carry(
          into: result.all[index].bytes, width: size.width, height: size.height)
      }
    } catch { throw WalkError(error) }
  }

  /// Adds the best match's picture, or a plate where the archive holds none that can be shown.
  private func addHistorical(_ match: Match, fonts: FontSet, to result: inout Pictures)
    throws(WalkError)
  {
    let item = match.item
    if let path = try picturePath(of: item) {
      do throws(WalkError) {
        return result.all.append(try historicalPicture(of: item, at: path))
      } catch {
        result.warnings.append(
          "The picture of \(item.id) can't be shown, a plate stands in for it: \(error.message).")
      }
    }
    do throws(ImagingError) {
      let plate = try Plate(item).draw(fonts: fonts)
      result.all.append(
        Picture(
          role: .historical, size: plate.image.size, bytes: try plate.image.encode(),
          item: item.id.description, kind: "plate"))
    } catch { throw WalkError(error) }
  }

  private func picturePath(of item: Item) throws(WalkError) -> String? {
    guard let media = item.media, let archive else { return nil }
    do throws(ArchiveError) { return try archive.picturePath(of: media) } catch {
      throw WalkError(error)
    }
  }

  private func historicalPicture(of item: Item, at path: String) throws(WalkError) -> Picture {
    let file = try read(.file(path: path))
    let orientation = CaptureMetadata.read(jpeg: file.bytes).metadata.orientation
    do throws(ImagingError) {
      let image = try JPEGPicture.decode(
        file.bytes, name: file.name, limits: limits, acceptingDamage: true
      ).image.fitted(
        within: Walker.greatestSide, orientation: Orientation(rawValue: orientation) ?? .upright)
      return Picture(
        role: .historical, size: image.size, bytes: try image.encode(), item: item.id.description,
        kind: "picture")
    } catch { throw WalkError(error) }
  }
}

extension Plate {
  /// A card that says what an item is and where its picture is kept.
  init(_ item: Item) {
    let details = [
      ("Date", item.date?.edtf), ("By", item.creator), ("Credit", item.credit),
      ("Rights", item.license), ("Catalogue", item.id.description),
    ]
    var link = item.source
    if case .url(let address) = item.media { link = address }
    self.init(
      title: item.title.isEmpty ? item.id.identifier : item.title,
      details: details.compactMap { label, text in
        text.map { Plate.Detail(label: label, text: $0) }
      }, link: link)
  }
}
