internal import Foundation
internal import TimeWalkLibrary

/// Photos whose bytes the library has already.
extension Walker {
  /// The library; only fronts that take photos in have one.
  func opened() throws(WalkError) -> PhotoLibrary {
    guard let library else {
      throw WalkError(.internalFault, "this front was opened without a library")
    }
    return library
  }

  /// The folder for a request's outputs, as an absolute path.
  func output(of request: SubmitRequest) -> String {
    let folder = request.output ?? (library?.directory ?? "") + "/pictures"
    return URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path
  }

  /// A photo and how it is asked for, in the library's words.
  func submission(of original: Original, _ request: SubmitRequest) throws(WalkError) -> Submission {
    var asked = request
    asked.isAgain = false
    asked.output = output(of: request)
    return Submission(
      original: original, output: output(of: request), submitted: clock().formatted(.iso8601),
      asked: try WireFormat.line(asked), withheld: request.stripLocation ? 1 : 0,
      isAgain: request.isAgain)
  }

  /// The answer that the same bytes were given before; `nil` when they are new, or pictures of them were lost.
  func earlier(_ original: Original, name: String, request: SubmitRequest, job: Int64?)
    throws(WalkError) -> WalkResponse?
  {
    // What can't be asked is refused, whatever the answer would be.
    _ = try request.given.metadata()
    let submission = try submission(of: original, request)
    let library = try opened()
    let found: EarlierPhoto?
    do throws(LibraryError) { found = try library.earlier(submission) } catch {
      throw WalkError(error)
    }
    guard case .whole(let record) = found else { return nil }
    return try answer(earlier: record, to: submission, name: name, request, job: job)
  }
}

extension Walker {
  /// What was answered when a photo was submitted first, with a word on what is asked differently now.
  func answer(
    earlier record: PhotoRecord, to submission: Submission, name: String, _ request: SubmitRequest,
    job: Int64?
  ) throws(WalkError) -> WalkResponse {
    guard let text = record.response,
      var response = try? JSONDecoder().decode(WalkResponse.self, from: Data(text.utf8))
    else {
      throw WalkError(
        .dataRefused,
        "\(name) is photo \(record.sequence), whose answer another version wrote; --again makes a new one"
      )
    }
    response.photo.earlier = true
    response.photo.original = submission.original.path ?? record.original.path
    response.photo.originalURL = submission.original.url ?? record.original.url
    let others = Walker.differences(submission.asked, record.asked)
    if !others.isEmpty {
      response.warnings.append(
        "\(name) was submitted before, as photo \(record.sequence), and asked for differently (\(others.joined(separator: ", "))); "
          + "this is the answer of then, and --again makes a new one.")
    }
    if request.inline {
      for index in response.renditions.indices {
        response.renditions[index].base64 = response.renditions[index].path
          .flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) }?.base64EncodedString()
      }
    }
    let library = try opened()
    if let job {
      do throws(LibraryError) { try library.finish(job: job) } catch { throw WalkError(error) }
    }
    return response
  }

  /// The names of what two requests, written as JSON, ask differently; none where one is not known.
  static func differences(_ one: String, _ other: String?) -> [String] {
    func fields(_ text: String?) -> [String: NSObject]? {
      text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
        as? [String: NSObject]
    }
    guard let one = fields(one), let other = fields(other) else { return [] }
    return Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }
}
