internal import Foundation
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

extension Pipeline {
  /// Writes the pictures under a number and records them; on any fault nothing is left behind.
  func keep(
    _ searched: SearchedPhoto, pictures: Pictures, warnings: [String], space: SpaceReport?,
    job: Int64?
  ) throws(TimeWalkError) -> SubmitResponse {
    let (pose, found, request) = (searched.pose, searched.found, searched.request)
    let name = searched.photo.name
    let library = try opened()
    let original = kept(searched.photo.original, pose, request)
    let submission = try submission(of: original, request)
    let admission = try LibraryError.rethrowing(library.admit(submission))
    let sequence: Int
    let files: OutputFiles
    switch admission {
    case .earlier(let record):
      return try answer(earlier: record, to: submission, name: name, request, job: job)
    case .write(let number, let output): (sequence, files) = (number, output)
    }
    do throws(LibraryError) {
      var response = SubmitResponse(
        photo: PhotoReport(
          sequence: sequence, original: original.path, sha256: original.sha256,
          originalURL: original.url),
        search: found.response(for: pose, warnings: warnings + pictures.warnings),
        alignment: pictures.alignment)
      var renditions: [Rendition] = []
      for picture in pictures.all {
        renditions.append(try files.add(picture, of: sequence))
        response.renditions.append(picture.report(renditions[renditions.count - 1]))
      }
      if request.stripLocation { response.withholdLocation(photo: name) }
      let text = try Pipeline.text(of: response)
      _ = try files.add(Array(text.utf8), named: OutputName.response(sequence))
      try files.publish()
      response.id = try library.complete(
        PhotoRecord(
          sequence: sequence, original: original, submitted: submission.submitted,
          captured: response.viewpoint.timestamp,
          coordinate: request.stripLocation ? nil : pose.viewpoint.coordinate,
          output: files.folder, asked: submission.asked,
          renditions: renditions, response: text), files: files, job: job)
      if request.inline {
        for index in response.renditions.indices {
          response.renditions[index].base64 =
            Data(pictures.all[index].bytes).base64EncodedString()
        }
      }
      if files.isOfEarlier { response.photo.earlier = true }
      response.space = space
      if let space { response.warnings.append(space.warning) }
      return response
    } catch {
      library.abandon(sequence, files: files)
      throw TimeWalkError(error)
    }
  }

  /// The original for the library: without its path if that reveals a place to be withheld.
  private func kept(_ original: Original, _ pose: ResolvedPose, _ request: SubmitRequest)
    -> Original
  {
    guard request.stripLocation else { return original }
    var kept = original
    func isTold(_ text: String?) -> Bool {
      text.map { PlaceInName.isTold(in: $0, pose.viewpoint.coordinate) } ?? false
    }
    if isTold(original.path) { kept.path = nil }
    if isTold(original.url) { kept.url = nil }
    return kept
  }

  /// The answer as stored with the pictures.
  static func text(of response: SubmitResponse) throws(LibraryError) -> String {
    do throws(TimeWalkError) { return try WireFormat.pretty(response) + "\n" } catch {
      throw LibraryError(.inputOutput, error.message, cause: error)
    }
  }
}

extension OutputFiles {
  /// Writes a picture of a photo.
  func add(_ picture: Picture, of sequence: Int) throws(LibraryError) -> Rendition {
    Rendition(
      role: picture.role,
      path: try add(picture.bytes, named: OutputName.image(sequence, picture.role)),
      width: picture.size.width, height: picture.size.height, bytes: picture.bytes.count)
  }
}

extension Picture {
  /// The picture as answers write it.
  func report(_ rendition: Rendition) -> RenditionReport {
    var report = RenditionReport(rendition)
    (report.quality, report.item, report.kind) = (quality, item, kind)
    report.overlay = overlay.map {
      RenditionReport.Region(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    return report
  }
}
