import Foundation
import TimeWalkArchive
import TimeWalkBase
import TimeWalkStorage

/// A BagIt bag (RFC 8493): a payload in `data`, with manifests of its files' hashes.
///
/// It is checked as a whole before anything of it is read: a bag that is incomplete or damaged
/// isn't a source.
struct Bag {
  /// The file that makes a folder a bag.
  static let declaration = "bagit.txt"
  private static let manifestLimit = 1 << 30

  private let folder: URL
  private let root: String
  private let forms = NameForms()
  /// The files that were read for the latest manifest; several paths may name one.
  private(set) var checksums: [Place: String] = [:]

  /// The folder of the payload.
  var payload: URL { folder.appendingPathComponent("data", isDirectory: true) }

  /// Returns true if a folder declares that it is a bag.
  static func isBag(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(declaration).path)
  }

  /// Opens a bag and checks it.
  ///
  /// Throws `.inputUnreadable` with the file's name for an unreadable declaration, a path outside
  /// the bag, or a file that is missing, unlisted, or different from its manifest.
  init(_ folder: URL) throws(ArchiveError) {
    self.folder = folder.standardizedFileURL
    root = folder.resolvingSymlinksInPath().standardizedFileURL.path
    try readDeclaration()
    try verify()
  }

  // MARK: Checks

  private func readDeclaration() throws(ArchiveError) {
    let lines = try lines(of: Bag.declaration, limit: 1 << 16)
    var values: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      values[String(line[..<colon])] = String(line[line.index(after: colon)...]).trimmed
    }
    let version = (values["BagIt-Version"] ?? "").split(separator: ".").map { Int($0) }
    guard version.count == 2, let major = version[0], version[1] != nil, major <= 1 else {
      throw fault(Bag.declaration, "has no known BagIt-Version")
    }
    let encoding = values["Tag-File-Character-Encoding"] ?? ""
    guard ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(encoding.uppercased()) else {
      throw fault(Bag.declaration, "has texts in \(encoding); UTF-8 is required")
    }
  }

  private mutating func verify() throws(ArchiveError) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    var listed: Set<String> = []
    var hasManifest = false
    for name in names {
      let isTag = name.hasPrefix("tagmanifest-")
      guard name.hasSuffix(".txt"), isTag || name.hasPrefix("manifest-") else { continue }
      let word = name.dropLast(4).drop { $0 != "-" }.dropFirst()
      guard let algorithm = Checksum(rawValue: word.lowercased()) else {
        throw fault(name, "uses checksums of an unknown kind")
      }
      let entries = try entries(of: name)
      checksums = [:]
      if !isTag {
        let own = Set(entries.map(\.path))
        if hasManifest, let odd = own.symmetricDifference(listed).min() {
          throw fault(odd, "is missing from a manifest of the bag")
        }
        listed.formUnion(own)
        hasManifest = true
      }
      for entry in entries {
        if !isTag, !entry.path.hasPrefix("data/") {
          throw fault(entry.path, "is listed in \(name), but isn't in the payload")
        }
        let found = try checksum(of: entry.path, algorithm)
        guard found == entry.checksum else {
          throw fault(
            entry.path, "is damaged: its \(algorithm.rawValue) differs from \(name)")
        }
      }
    }
    guard hasManifest else { throw fault("manifest-sha256.txt", "is missing") }
    try checkAllListed(listed)
  }

  /// A payload file that no manifest lists may be anything.
  private func checkAllListed(_ listed: Set<String>) throws(ArchiveError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: payload.path, isDirectory: &isFolder),
      isFolder.boolValue,
      let files = FileManager.default.enumerator(at: payload, includingPropertiesForKeys: nil)
    else { throw fault("data", "is missing") }
    // Names compare by their composed form: systems disagree on how to write an accent.
    let known = Set(listed.map(\.precomposedStringWithCanonicalMapping))
    for case let file as URL in files {
      let path = file.standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue, let name = RawPath.rest(of: path, below: folder.path)
      else { continue }
      guard known.contains(name.precomposedStringWithCanonicalMapping) else {
        throw fault(name, "is missing from all manifests of the bag")
      }
    }
  }

  // MARK: Files

  /// A file's place on its disk, to which several paths may lead.
  struct Place: Hashable {
    var device: UInt64
    var node: UInt64
  }

  private struct Entry {
    var checksum: String
    var path: String
  }

  private func entries(of manifest: String) throws(ArchiveError) -> [Entry] {
    var entries: [Entry] = []
    var seen: Set<String> = []
    for (index, line) in try lines(of: manifest, limit: Bag.manifestLimit).enumerated() {
      guard let space = line.firstIndex(where: { $0 == " " || $0 == "\t" }) else {
        throw fault(manifest, "has no checksum with a path in line \(index + 1)")
      }
      // `md5sum -b` writes a star before the path.
      var path = line[space...].drop { $0 == " " || $0 == "\t" }
      if path.first == "*" { path = path.dropFirst() }
      if path.hasPrefix("./") { path = path.dropFirst(2) }
      let name = Bag.decode(path)
      guard Bag.isInside(name) else {
        throw fault(
          manifest, "names a file outside the bag in line \(index + 1): \(name.prefix(200))")
      }
      guard seen.insert(name).inserted else { throw fault(name, "is listed twice in \(manifest)") }
      entries.append(Entry(checksum: line[..<space].lowercased(), path: name))
    }
    return entries
  }

  /// Undoes the three escapes of section 2.1.3.
  private static func decode(_ path: Substring) -> String {
    [("%0A", "\n"), ("%0a", "\n"), ("%0D", "\r"), ("%0d", "\r"), ("%25", "%")]
      .reduce(String(path)) { $0.replacingScalars($1.0, with: $1.1) }
  }

  /// Returns true if a path stays below the bag by its words alone.
  private static func isInside(_ path: String) -> Bool {
    path.utf8.first != UInt8(ascii: "~") && !path.utf8.contains(0)
      && !path.utf8.contains(UInt8(ascii: "\\"))
      && !path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .contains { $0.isEmpty || $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
  }

  /// The path of a file of the bag, which no link may lead out of it.
  private func find(_ path: String) throws(ArchiveError) -> String {
    var file = folder.appendingPathComponent(path)
    if !FileManager.default.fileExists(atPath: file.path),
      let other = forms.find(path, below: folder.path)
    {
      file = URL(fileURLWithPath: other)
    }
    let resolved = file.resolvingSymlinksInPath().standardizedFileURL
    guard RawPath.rest(of: resolved.path, below: root) != nil else {
      throw fault(path, "is a link to a file outside the bag")
    }
    guard FileManager.default.fileExists(atPath: resolved.path) else {
      let fetch = folder.appendingPathComponent("fetch.txt").path
      throw fault(
        path,
        "is missing"
          + (FileManager.default.fileExists(atPath: fetch)
            ? "; look in fetch.txt for its address" : ""))
    }
    guard
      (try? resolved.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
    else { throw fault(path, "isn't a file") }
    return resolved.path
  }

  private func lines(of path: String, limit: Int) throws(ArchiveError) -> [Substring] {
    var source = try ByteSource(path: find(path))
    var bytes = try source.readAll(limit: limit, advice: "a bag can't have \(path) as a file name.")
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fault(path, "isn't UTF-8 text")
    }
    return text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  private mutating func checksum(
    of path: String, _ algorithm: Checksum
  ) throws(ArchiveError) -> String {
    let found = try find(path)
    let place = RawPath.status(found).map {
      Place(device: UInt64($0.st_dev), node: UInt64($0.st_ino))
    }
    if let place, let known = checksums[place] { return known }
    var (source, digest, piece) = (
      try ByteSource(path: found), Digest(algorithm.function), [UInt8]()
    )
    while try source.read(1 << 20, into: &piece) {
      digest.add(piece)
      piece.removeAll(keepingCapacity: true)
    }
    let checksum = digest.bytes().hexadecimal
    if let place { checksums[place] = checksum }
    return checksum
  }

  private func fault(_ path: String, _ reason: String) -> ArchiveError {
    ArchiveError(
      .inputUnreadable, "Can't use the bag \(folder.path): \(path.prefix(500)) \(reason).")
  }
}

extension Bag {
  /// The manifests' checksum algorithms; the last two are broken ciphers, but still detect
  /// accidents.
  private enum Checksum: String {
    case sha512
    case sha256
    case sha1
    case md5

    var function: Digest.Function {
      switch self {
      case .sha512: .sha512
      case .sha256: .sha256
      case .sha1: .sha1
      case .md5: .md5
      }
    }
  }
}
