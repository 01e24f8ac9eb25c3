internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkBase
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkPostGIS
import TimeWalkReading

/// The installed components, and the soundness of the archive and the library.
package struct Checkup: Codable, Hashable, Sendable {
  /// The result of one check.
  package struct Finding: Codable, Hashable, Sendable {
    /// The checked object.
    package var name: String
    /// True if TimeWalk can work with it.
    package var isFine: Bool
    /// The finding.
    package var detail: String
  }

  /// One of the servers that an archive's address names.
  package struct Server: Codable, Hashable, Sendable {
    /// Its name and port.
    package var host: String
    /// `primary`, `replica`, or `lost` for one that doesn't answer.
    package var role: String
    /// The age of the last change that a replica has applied, seconds; 0 for one that is up to
    /// date, absent if unknown.
    package var secondsBehind: Double?
    /// The part of the primary's log that a replica hasn't repeated yet, in bytes; absent if the
    /// primary doesn't answer.
    package var bytesBehind: Int64?
    /// The reason why it doesn't answer; absent if it does.
    package var problem: String?
  }

  /// All results.
  package var findings: [Finding]
  /// The archive's servers; absent for an archive in a file.
  package var servers: [Server]?
  /// The first fault, for an exit code; absent when all is fine.
  package var fault: ErrorReport?

  /// The number of items up to which each is checked, which takes some tenths of a second.
  private static let mostItems = 10_000

  /// Checks everything once; nothing is changed or made.
  package init(places: StorePaths) {
    findings = [Finding(name: "timewalk", isFine: true, detail: Version.current)]
    findings.append(
      Finding(
        name: "formats", isFine: true,
        detail: ImageFormat.allCases.filter(\.isReadable).map(\.rawValue).joined(separator: ", ")))
    for library in ImagingLibrary.all {
      let state = library.version ?? "not installed, so it can't read any format"
      findings.append(
        Finding(name: library.name, isFine: true, detail: "\(state) for \(library.purpose)"))
    }
    findings.append(Finding(name: "photo readers", isFine: true, detail: Self.readers))
    look("font") { () throws(TimeWalkError) in
      try ImagingError.rethrowing(FontSet().regular.path)
    }
    look("scripts") { () throws(TimeWalkError) in
      try ImagingError.rethrowing(Self.scripts(ScriptSupport(fonts: try FontSet())))
    }
    look("geoid") { () throws(TimeWalkError) in
      // It is optional: without it heights above the ellipsoid are kept unchanged.
      guard let path = places.geoid else {
        return "none, so heights above the ellipsoid aren't converted (Debian: proj-data)"
      }
      return "\(try GeoidFile.read(path).name), \(path)"
    }
    look("archive") { () throws(TimeWalkError) in
      guard places.isArchiveNamed || FileManager.default.fileExists(atPath: places.archive) else {
        return "none yet at \(places.shownArchive)"
      }
      let curator = try Curator(reading: places)
      // A damaged archive may not even count its items.
      let size = (try? curator.collections())?.collections.reduce(0) { $0 + $1.items + $1.unplaced }
      let isSmall = size ?? 0 <= Self.mostItems
      let faults = try curator.verify(isSmall ? .full : .schema).problems
        .filter { $0.severity == "fault" }
      guard let first = faults.first else {
        let items = try curator.collections().collections.reduce(0) { $0 + $1.items }
        guard isSmall else {
          return "\(places.shownArchive), its tables are in order, \(items) items; "
            + "\"timewalk archive verify\" checks each"
        }
        return "\(places.shownArchive), sound, \(items) item\(items == 1 ? "" : "s")"
      }
      throw TimeWalkError(
        .archiveUnusable, "\(places.shownArchive) has \(faults.count) problems: \(first.text)")
    }
    if places.isArchiveNamed {
      look(serversOf: places)
      look(pictureStoreOf: places)
    }
    look("library") { () throws(TimeWalkError) in
      guard places.isLibraryOnServer || FileManager.default.fileExists(atPath: places.library)
      else { return "none yet at \(places.library)" }
      let album = try Album(places: places)
      _ = try album.photos(PhotosRequest(limit: 1))
      return places.isLibraryOnServer
        ? "\(places.shownLibrary), pictures in \(album.directory)" : places.library
    }
  }

  /// Queries the states of the archive's servers; a lost one isn't a fault while another one
  /// answers.
  private mutating func look(serversOf places: StorePaths) {
    guard let found = try? places.location.servers(), !found.isEmpty else { return }
    servers = found.map { server in
      Server(
        host: server.host, role: server.role.rawValue, secondsBehind: server.secondsBehind,
        bytesBehind: server.bytesBehind, problem: server.problem)
    }
    let details = found.map { server in
      let lag = [
        server.secondsBehind.map { "\(DecimalText.write(($0 * 10).rounded() / 10)) s" },
        server.bytesBehind.map { "\($0) bytes" },
      ].compactMap { $0 }
      return "\(server.host) is \(server.role == .lost ? "lost" : "a \(server.role)")"
        + (lag.isEmpty ? "" : ", \(lag.joined(separator: " and ")) behind")
    }
    findings.append(
      Finding(
        name: "servers", isFine: found.contains { $0.role != .lost },
        detail: details.joined(separator: "; ")))
  }

  /// Checks the object store of the archive's pictures, if there is one; an archive that can't be
  /// opened was reported before.
  private mutating func look(pictureStoreOf places: StorePaths) {
    guard let store = try? places.location.pictureStore() else { return }
    look("pictures") { () throws(TimeWalkError) in
      if let problem = store.problem { throw TimeWalkError(problem) }
      return "\(store.address) answers"
    }
  }

  /// The isolation of the readers of strangers' photos, in words.
  private static var readers: String {
    guard PictureReaders.areApart else { return "in this program's own process" }
    return switch PictureReaders().confinement() {
    case .confined: "in separate processes with a system-call filter (seccomp)"
    case .unconfined:
      "in separate processes with limits, but without a system-call filter: libseccomp is missing "
        + "(Debian: libseccomp2), or the kernel does not allow it"
    case nil: "no process can be started to read photos"
    }
  }

  /// The scripts in which titles can be set; only Latin, Greek and Cyrillic are required.
  private static func scripts(_ support: ScriptSupport) -> String {
    let order =
      support.ordersText
      ? "FriBidi orders right-to-left text"
      : "FriBidi is missing, so mixed right-to-left text is out of order (Debian: libfribidi0)"
    let fonts =
      support.installedFonts.map { "fontconfig finds \($0) fonts" }
      ?? "fontconfig finds no font or is not installed (Debian: libfontconfig1)"
    guard !support.lacking.isEmpty else {
      return "\(order), \(fonts), and all tested scripts have a font"
    }
    let names = support.lacking.joined(separator: ", ")
    return "\(order), \(fonts), but no font for \(names) (Debian: fonts-noto-core, fonts-noto-cjk)"
  }

  private mutating func look(_ name: String, _ body: () throws(TimeWalkError) -> String) {
    do throws(TimeWalkError) {
      findings.append(Finding(name: name, isFine: true, detail: try body()))
    } catch {
      findings.append(Finding(name: name, isFine: false, detail: error.message))
      if fault == nil { fault = ErrorReport(error) }
    }
  }
}
