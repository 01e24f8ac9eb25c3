internal import TimeWalkBase
internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
import TimeWalkReading
internal import TimeWalkStorage

/// Photos whose bytes the library has already.
extension Pipeline {
  /// The library; only fronts that take photos in have one.
  func opened() throws(TimeWalkError) -> PhotoLibrary {
    guard let library else {
      throw TimeWalkError(.internalFault, "this needs a library, but none was opened")
    }
    return library
  }

  /// The folder for a request's outputs, as an absolute path.
  func output(of request: SubmitRequest) -> String {
    let folder = request.output ?? (library?.directory ?? "") + "/pictures"
    return RawPath.absolute(folder)
  }

  /// A photo and how it is asked for, in the library's words.
  ///
  /// - Throws: `invalidValue` for an era that is none.
  func submission(of original: Original, _ request: SubmitRequest) throws(TimeWalkError)
    -> Submission
  {
    let era = try AskedEra.read(
      request.search.era, isStrict: request.search.isEraStrict, in: archive)
    let time = try era.map { era throws(TimeWalkError) in try WireFormat.line(era.report) }
    // How the photo is asked for, as far as it changes the answer or the pictures.
    var asked = request
    // The same time is the same, in whatever words.
    asked.search.era = time
    // The folder is compared by itself.
    (asked.isAgain, asked.output, asked.originalURL, asked.inline) = (false, nil, nil, false)
    return Submission(
      original: original, output: output(of: request), isOutputNamed: request.output != nil,
      submitted: clock().formatted(.iso8601),
      // Only whether it is the same is ever looked at, and a given place is not to be read from it.
      asked: Pipeline.digest(asked.line + (archive == nil ? "" : archivePath)),
      time: time.map(Pipeline.digest) ?? "", isAgain: request.isAgain,
      roots: allowed?.paths ?? [])
  }

  private static func digest(_ text: String) -> String {
    Original(content: Array(text.utf8), path: nil).sha256
  }

  /// The answer that the same bytes were given when they were asked for in the same way; `nil` when
  /// they weren't, or pictures of them were lost.
  func earlier(_ original: Original, name: String, request: SubmitRequest, job: Int64?)
    throws(TimeWalkError) -> SubmitResponse?
  {
    // What can't be asked is refused, whatever the answer would be.
    _ = try request.given.metadata()
    let submission = try submission(of: original, request)
    let library = try opened()
    let found = try rethrowing(library: library.earlier(submission))
    guard case .whole(let record) = found else { return nil }
    return try answer(earlier: record, to: submission, name: name, request, job: job)
  }
}

extension Pipeline {
  /// What was answered when a photo was submitted before.
  func answer(
    earlier record: PhotoRecord, to submission: Submission, name: String, _ request: SubmitRequest,
    job: Int64?
  ) throws(TimeWalkError) -> SubmitResponse {
    guard let text = record.response,
      var response = try? JSONDecoder().decode(SubmitResponse.self, from: Data(text.utf8))
    else {
      throw TimeWalkError(
        .dataRefused,
        "\(name) is photo \(record.sequence), with an answer from another version of TimeWalk; --again processes it again"
      )
    }
    response.id = record.id
    response.photo.earlier = true
    // A name may tell the place; what was answered then was looked through for that.
    if !request.stripLocation {
      response.photo.original = submission.original.path ?? record.original.path
      response.photo.originalURL = submission.original.url ?? record.original.url
    }
    if request.inline {
      for index in response.renditions.indices {
        let role = Rendition.Role(rawValue: response.renditions[index].role)
        response.renditions[index].base64 = role.flatMap(record.rendition)
          .flatMap { keptPicture(at: $0.path) }?.base64EncodedString()
      }
    }
    let library = try opened()
    if let job {
      try rethrowing(library: library.finish(job: job))
    }
    return response
  }
}

extension Pipeline {
  /// A picture that was written for an earlier answer; `nil` where it is gone, or where a link in
  /// its place leads to what may not be read.
  private func keptPicture(at path: String) -> Data? {
    guard let allowed, allowed.contains(path) else {
      let descriptor = RawPath.open(path)
      guard descriptor >= 0 else { return nil }
      return try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd()
    }
    let hold = MemoryBudget.Hold(of: memory)
    return (try? allowed.read(path, most: readers.limits.bytes, hold: hold)).map { Data($0.0) }
  }
}
