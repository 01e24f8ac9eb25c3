internal import TimeWalkBase
import Foundation
import TimeWalkArchive
import TimeWalkStorage

/// The pictures in a folder and its subfolders, or a single one, each with its own metadata.
///
/// A picture is known by its path from the folder. Hidden files and folders are left out; files
/// that aren't pictures are findings.
struct PictureRecords: RawRecords {
  private static let columns: [CatalogueColumn] = [
    .id, .title, .date, .latitude, .longitude, .accuracy, .heading, .headingAccuracy, .fieldOfView,
    .pitch, .altitude, .altitudeReference, .altitudeAccuracy, .creator, .license, .credit, .media,
    .kind, .georeference,
  ]
  private static let caption = "caption"

  private let folder: URL
  private let describe: @Sendable (String) throws -> PictureFields
  private let meter: ReadMeter?
  private var paths: [String]
  private var path = ""
  private var current = PictureFields()

  let names = PictureRecords.columns.map(\.name) + [PictureRecords.caption]
  let findings: [ImportFinding]
  private(set) var place = SourceLine()
  let problem: String? = nil

  /// Lists the folder, unless only one file is meant; throws `.inputMissing` when there is no
  /// picture in it.
  init(
    _ folder: URL, only: String? = nil,
    describe: @escaping @Sendable (String) throws -> PictureFields,
    meter: ReadMeter? = nil
  ) throws(ArchiveError) {
    self.folder = folder
    self.describe = describe
    self.meter = meter
    let listed = only.map { (pictures: [$0], others: []) } ?? PictureRecords.list(folder)
    findings = listed.others.map { path, reason in
      ImportFinding(.warning, line: nil, path: path, reason: reason)
    }
    guard !listed.pictures.isEmpty else {
      throw ArchiveError(.inputMissing, "The folder \(folder.path) has no pictures.")
    }
    paths = listed.pictures.reversed()
    meter?.expect(paths.count)
  }

  mutating func next() -> Bool {
    guard let next = paths.popLast() else { return false }
    path = next
    place.path = next
    meter?.add(1)
    do {
      current = try describe(folder.appendingPathComponent(next).path)
    } catch {
      current = PictureFields(warnings: ["has unreadable metadata: \(error)"])
    }
    return true
  }

  var fault: (severity: ImportFinding.Severity, reason: String)? {
    current.warnings.isEmpty ? nil : (.warning, current.warnings.joined(separator: " "))
  }

  func text(_ name: String) -> String? {
    switch name {
    case CatalogueColumn.id.name: path
    // A colon in a file's name would be taken for an address.
    case CatalogueColumn.media.name: "./" + path
    case PictureRecords.caption: current.caption
    default: CatalogueColumn(named: name).flatMap { current.fields[$0] }
    }
  }

  /// Returns true if there is any picture below a folder, to find the folder's kind.
  static func anyPicture(in folder: URL) -> Bool {
    guard let files = enumerator(of: folder) else { return false }
    for case let file as URL in files where isPicture(file) { return true }
    return false
  }

  private static func enumerator(of folder: URL) -> FileManager.DirectoryEnumerator? {
    FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
  }

  private static func list(_ folder: URL) -> (
    pictures: [String], others: [(path: String, reason: String)]
  ) {
    let base = folder.standardizedFileURL.path
    let media = MediaFolders(base: base, others: [])
    var pictures: [String] = []
    var others: [(String, String)] = []
    guard let files = enumerator(of: folder.standardizedFileURL) else { return ([], []) }
    for case let file as URL in files {
      let path = file.standardizedFileURL.path
      guard let name = RawPath.rest(of: path, below: base) else { continue }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if isFolder.boolValue || name == CollectionFile.name { continue }
      guard exists, case .success = media.find("./" + name) else {
        others.append((name, "is a broken link; skipped"))
        continue
      }
      if isPicture(file) {
        pictures.append(name)
      } else if !FileManager.default.isReadableFile(atPath: path) {
        others.append((name, "can't be read; skipped"))
      } else {
        others.append((name, "isn't a picture; skipped"))
      }
    }
    let sidecars = Set(pictures.flatMap { name in Sidecar.allCases.flatMap { $0.names(of: name) } })
    others.removeAll { sidecars.contains($0.0) }
    return (pictures.sorted(), others.sorted { $0.0 < $1.0 })
  }

  /// Reads the first bytes of a regular file.
  static func isPicture(_ file: URL) -> Bool {
    // A pipe would wait for a writer.
    guard
      (try? file.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]))?
        .isRegularFile == true, let handle = try? FileHandle(forReadingFrom: file)
    else { return false }
    defer { try? handle.close() }
    guard let head = try? handle.read(upToCount: ImageFormat.headLength) else { return false }
    return ImageFormat.recognise([UInt8](head))?.isCollected ?? false
  }
}
