internal import Foundation
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

extension Walker {
  /// Writes the pictures under a new number and records them; on any fault nothing is left behind.
  func keep(
    _ photo: Photo, pose: ResolvedPose, found: Found, pictures: Pictures, warnings: [String],
    request: SubmitRequest
  ) throws(WalkError) -> WalkResponse {
    guard let library else {
      throw WalkError(.internalFault, "this front was opened without a library")
    }
    let output = request.output ?? library.directory + "/pictures"
    var written: [String] = []
    do throws(LibraryError) {
      let sequence = try library.reserve(
        kept(photo.original, pose, request), output: output, submitted: clock().formatted(.iso8601))
      do throws(LibraryError) {
        var renditions: [Rendition] = []
        var reports: [RenditionReport] = []
        for picture in pictures.all {
          let path = try library.write(
            picture.bytes, named: OutputName.image(sequence, picture.role), in: output)
          written.append(path)
          renditions.append(
            Rendition(
              role: picture.role, path: path, width: picture.size.width,
              height: picture.size.height, bytes: picture.bytes.count))
          reports.append(RenditionReport(picture, path: path))
        }
        var response = WalkResponse(
          photo: PhotoReport(
            sequence: sequence, original: photo.original.path, sha256: photo.original.sha256),
          viewpoint: ViewpointReport(pose), renditions: reports,
          matches: found.matches.map { MatchReport($0) },
          timeline: found.timeline.map { MatchReport($0.match, period: $0.period) },
          noMatch: found.noMatch.rounded(places: 3), era: found.era?.report, warnings: warnings)
        if request.stripLocation { response.withholdLocation(photo: photo.name) }
        let text = try Walker.text(of: response)
        written.append(
          try library.write(
            Array(text.utf8), named: OutputName.response(sequence), in: output))
        try library.complete(
          sequence, coordinate: request.stripLocation ? nil : pose.viewpoint.coordinate,
          renditions: renditions, response: text)
        if request.inline {
          for index in response.renditions.indices {
            response.renditions[index].base64 =
              Data(pictures.all[index].bytes).base64EncodedString()
          }
        }
        return response
      } catch {
        try? library.abandon(sequence, files: written)
        throw error
      }
    } catch { throw WalkError(error) }
  }

  /// The original as the library knows it: without its path where that tells the place that is to be withheld.
  private func kept(_ original: Original, _ pose: ResolvedPose, _ request: SubmitRequest)
    -> Original
  {
    guard request.stripLocation, let path = original.path,
      PlaceInName.isTold(in: path, pose.viewpoint.coordinate)
    else { return original }
    var kept = original
    kept.path = nil
    return kept
  }

  /// The answer as it is kept beside the pictures.
  private static func text(of response: WalkResponse) throws(LibraryError) -> String {
    do throws(WalkError) { return try WireFormat.pretty(response) + "\n" } catch {
      throw LibraryError(.inputOutput, error.message, cause: error)
    }
  }
}

extension RenditionReport {
  init(_ picture: Picture, path: String) {
    self.init(
      role: picture.role.rawValue, path: path, width: picture.size.width,
      height: picture.size.height, bytes: picture.bytes.count, quality: picture.quality,
      overlay: picture.overlay.map {
        Region(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      }, item: picture.item, kind: picture.kind)
  }
}
