internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkGather

/// The options for fetching pictures from the web.
public struct FetchRequest: Hashable, Sendable {
  /// The longest that a server may ask to wait before it is left alone for this run, seconds.
  public static let longestWait = 60
  /// The pause between two requests to one host, seconds.
  public static let pause = 0.5

  /// The collection; all when `nil`.
  public var collection: String?
  /// The greatest number; all when `nil`.
  public var limit: Int?
  /// The most bytes of one file.
  public var mostBytes: Int
  /// The longest that one request may take, seconds.
  public var seconds: Int
  /// True if hosts outside the public internet are permitted.
  public var allowsPrivate: Bool
  /// True to compute the pictures' fingerprints, for finding copies.
  public var fingerprints: Bool
  /// Only these addresses; all when `nil`.
  public var addresses: Set<String>?
  /// The contact for servers; `nil` sends none.
  public var contact: String?

  /// Makes a request.
  public init(
    collection: String? = nil, limit: Int? = nil, mostBytes: Int = 64 << 20, seconds: Int = 60,
    allowsPrivate: Bool = false, fingerprints: Bool = true
  ) {
    self.collection = collection
    self.limit = limit
    self.mostBytes = mostBytes
    self.seconds = seconds
    self.allowsPrivate = allowsPrivate
    self.fingerprints = fingerprints
  }
}

/// The result of fetching.
public struct FetchReport: Codable, Hashable, Sendable {
  /// An address that wasn't fetched.
  public struct Failure: Codable, Hashable, Sendable {
    /// One of the items that name it.
    public var id: String
    /// The address.
    public var address: String
    /// A stable word for why.
    public var code: String
    /// The reason.
    public var reason: String
  }

  /// The number of addresses to fetch.
  public var missing = 0
  /// The number of requested addresses.
  public var asked = 0
  /// The number of stored pictures.
  public var fetched = 0
  /// The size of these in bytes.
  public var bytes = 0
  /// The pictures that could not be fetched.
  public var failures: [Failure] = []
}

extension Curator {
  /// Fetches the pictures that items name by their addresses, and stores them with the archive.
  ///
  /// Stored pictures are not requested again, so an interrupted run can resume. One request at a
  /// time, with a pause between two to one host.
  /// - Parameters:
  ///   - request: the pictures and the options.
  ///   - pause: waits for some seconds; the thread sleeps when `nil`.
  ///   - progress: called with the result for each.
  /// - Returns: the summary; failures are in the report and are not an error.
  /// - Throws: `notFound` for a missing collection, and errors that make continuing useless, such
  ///   as a full disk.
  public func fetchMedia(
    _ request: FetchRequest, pause: ((Double) -> Void)? = nil,
    progress: ((FetchReport) -> Void)? = nil
  ) throws(TimeWalkError) -> FetchReport {
    let missing: [MissingPicture]
    do throws(ArchiveError) {
      let limit = request.addresses == nil ? request.limit : nil
      let all = try archive.missingPictures(collection: request.collection, limit: limit)
      let wanted = all.filter { request.addresses?.contains($0.address) ?? true }
      missing = Array(wanted.prefix(request.limit ?? wanted.count))
    } catch { throw TimeWalkError(error) }
    let web = WebFile(
      userAgent: Curator.userAgent(contact: request.contact),
      hosts: request.allowsPrivate ? .any : .open, mostBytes: request.mostBytes,
      seconds: request.seconds)
    var turns = HostTurns(pause: pause ?? { Thread.sleep(forTimeInterval: $0) })
    var report = FetchReport()
    report.missing = missing.count
    for picture in turns.ordered(missing) {
      report.asked += 1
      do {
        let record = try turns.taking(picture.address) {
          try keep(picture, from: web, request)
        }
        report.fetched += 1
        report.bytes += record.bytes
      } catch let error as FetchError {
        report.failures.append(
          FetchReport.Failure(
            id: picture.item, address: picture.address, code: error.code.rawValue,
            reason: error.message))
      } catch let error as ArchiveError where error.code == .inputUnreadable {
        report.failures.append(
          FetchReport.Failure(
            id: picture.item, address: picture.address, code: "noPicture", reason: error.message))
      } catch let error as ArchiveError {
        throw TimeWalkError(error)
      } catch {
        throw TimeWalkError(.inputOutput, "can't store a picture: \(error)", cause: error)
      }
      progress?(report)
    }
    return report
  }

  /// The client's name for servers: the program, its version, and the contact.
  static func userAgent(contact: String?) -> String {
    "timewalk/\(Version.current) (historical image archive\(contact.map { "; \($0)" } ?? ""))"
  }

  private func keep(
    _ picture: MissingPicture, from web: WebFile, _ request: FetchRequest
  ) throws -> MediaRecord {
    try archive.keepPicture(
      of: picture.address, limit: request.mostBytes,
      inspect: { try MediaKind(ofFileAt: $0, readers: readers) },
      fingerprint: request.fingerprints
        ? { try Fingerprint(ofPictureAt: $0, readers: readers) } : nil
    ) { take in
      let answer = try web.fetch(picture.address, take)
      // A response with the type of a page is a page, for instance one that requires a password.
      if let type = answer.type, !type.hasPrefix("image/"), type != "application/octet-stream",
        type != "binary/octet-stream"
      {
        throw FetchError(.status, "the server sends \(type), which isn't a picture")
      }
    }
  }
}

/// The hosts, each with its rate limit.
struct HostTurns {
  private let pause: (Double) -> Void
  private var last: [String: ContinuousClock.Instant] = [:]
  private var resting: Set<String> = []

  init(pause: @escaping (Double) -> Void) { self.pause = pause }

  /// The pictures, alternating between hosts, which uses the pauses of one for others.
  func ordered(_ pictures: [MissingPicture]) -> [MissingPicture] {
    var counts: [String: Int] = [:]
    let numbered = pictures.enumerated().map { place, picture in
      let host = WebFile.host(of: picture.address) ?? ""
      counts[host, default: 0] += 1
      return (round: counts[host] ?? 0, place: place, picture: picture)
    }
    return numbered.sorted { ($0.round, $0.place) < ($1.round, $1.place) }.map(\.picture)
  }

  /// Waits until a host may be contacted again; a host with a long retry delay is skipped.
  mutating func taking<T>(_ address: String, _ work: () throws -> T) throws -> T {
    let host = WebFile.host(of: address) ?? ""
    guard !resting.contains(host) else {
      throw FetchError(.busy, "the server is busy; try again later")
    }
    if let last = last[host] {
      let gone = Double((ContinuousClock.now - last) / .seconds(1))
      if gone < FetchRequest.pause { pause(FetchRequest.pause - gone) }
    }
    defer { last[host] = ContinuousClock.now }
    do { return try work() } catch let error as FetchError where error.code == .busy {
      let wait = error.retryAfter ?? 5
      guard wait <= FetchRequest.longestWait else {
        resting.insert(host)
        throw error
      }
      pause(Double(wait))
    }
    do { return try work() } catch let error as FetchError where error.code == .busy {
      resting.insert(host)
      throw error
    }
  }
}
