internal import TimeWalkBase
internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
import TimeWalkReading
internal import TimeWalkStorage

/// Photos whose bytes the library already has.
extension Pipeline {
  /// The library; only fronts that process photos have one.
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

  /// A photo with its request, in the library's form.
  ///
  /// - Throws: `invalidValue` for an invalid era.
  func submission(of original: Original, _ request: SubmitRequest) throws(TimeWalkError)
    -> Submission
  {
    let era = try AskedEra.read(
      request.search.era, isStrict: request.search.isEraStrict, in: archive)
    let time = try era.map { era throws(TimeWalkError) in try WireFormat.line(era.report) }
    // The photo's request, as far as it affects the answer or the pictures.
    var asked = request
    // The same time is equal in any wording.
    asked.search.era = time
    // The folder is compared separately.
    (asked.isAgain, asked.output, asked.originalURL, asked.inline) = (false, nil, nil, false)
    var submission = Submission(
      original: original, output: output(of: request), isOutputNamed: request.output != nil,
      submitted: clock().formatted(.iso8601),
      // Only equality matters, and a given place must not be readable from it.
      asked: Pipeline.digest(asked.line + (archive == nil ? "" : archivePath)),
      time: time.map(Pipeline.digest) ?? "", isAgain: request.isAgain,
      roots: allowed?.paths ?? [])
    submission.account = request.account
    return submission
  }

  static func digest(_ text: String) -> String {
    Original(content: Array(text.utf8), path: nil).sha256
  }

  /// The answer to an earlier identical request with the same bytes; `nil` if there is none, or its
  /// pictures were lost.
  func earlier(_ original: Original, name: String, request: SubmitRequest, job: Int64?)
    throws(TimeWalkError) -> SubmitResponse?
  {
    // An invalid request is always refused.
    _ = try request.given.metadata()
    // So is a file that ends early, if it must be whole; it is read first, and compared when
    // stored.
    guard readers.limits.leastRows < 1 else { return nil }
    let submission = try submission(of: original, request)
    let library = try opened()
    let found = try LibraryError.rethrowing(library.earlier(submission))
    guard case .whole(let record) = found else { return nil }
    return try answer(earlier: record, to: submission, name: name, request, job: job)
  }
}

extension Pipeline {
  /// The answer to an earlier submission of the photo.
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
    // A name may reveal the place; the earlier answer was checked for that.
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
      try LibraryError.rethrowing(library.finish(job: job))
    }
    return response
  }
}

extension Pipeline {
  /// A picture of an earlier answer; `nil` if it is missing, or replaced by a link to a forbidden
  /// file.
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
