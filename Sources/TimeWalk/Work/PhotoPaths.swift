internal import TimeWalkBase
package import Foundation
internal import TimeWalkCatalogue
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata
internal import TimeWalkStorage

/// The photos that files, folders and lists name.
package struct PhotoPaths: Sendable {
  /// The photos' files; named files are included whatever their kind.
  public private(set) var photos: [String] = []
  /// The numbers of skipped files in folders, by kind.
  public private(set) var passedOver: [String: Int] = [:]

  /// The greatest depth of nested folders.
  private static let greatestDepth = 64
  /// The extensions of photos: a file with one that isn't a photo needs a warning.
  private static let names = Set(ImageFormat.known.flatMap(\.endings))

  /// Starts with none.
  package init() {}

  /// Adds a file or a folder with all that is in it.
  ///
  /// For a folder the photos are added, sorted by name, and those of its subfolders; each folder
  /// once, even with several links to it. The content decides: pictures of any format are added,
  /// and so are other files with a photo's extension, for a warning. Hidden files, TimeWalk's own
  /// pictures, and all others are skipped.
  /// - Throws: `inputMissing` for a folder that can't be read.
  package mutating func add(_ path: String) throws(TimeWalkError) {
    guard PhotoPaths.isFolder(path) else { return photos.append(path) }
    var seen: Set<Place> = []
    try walk(path, depth: 0, seen: &seen)
  }

  /// Adds the paths in a list, one a line; or each up to a zero byte, where the list has any.
  package mutating func add(list: Data) throws(TimeWalkError) {
    let isNul = list.contains(0)
    for part in list.split(separator: isNul ? 0 : 0x0A) {
      let line = isNul || part.last != 0x0D ? part : part.dropLast()
      guard !line.isEmpty else { continue }
      try add(RawPath.text(Array(line)))
    }
  }

  private mutating func walk(_ folder: String, depth: Int, seen: inout Set<Place>)
    throws(TimeWalkError)
  {
    guard let status = RawPath.status(folder), depth < PhotoPaths.greatestDepth,
      seen.insert(Place(device: status.st_dev, node: status.st_ino)).inserted
    else { return }
    guard let names = RawPath.names(in: folder) else {
      throw TimeWalkError(.inputMissing, "can't read the folder \(folder)")
    }
    let answers = Set(names.filter { $0.hasSuffix(".json") })
    let first = photos.count
    var others: [(path: String, kind: String)] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      guard !PhotoPaths.isFolder(path) else {
        try walk(path, depth: depth + 1, seen: &seen)
        continue
      }
      let kind = PhotoPaths.kind(of: path, isOwn: OutputName.isPicture(name, besides: answers))
      let isCalledPhoto = PhotoPaths.names.contains((name as NSString).pathExtension.lowercased())
      if kind == nil || (isCalledPhoto && kind != PhotoPaths.own) {
        photos.append(path)
      } else {
        others.append((path, kind ?? ""))
      }
    }
    guard !others.isEmpty else { return }
    // Metadata beside the photos are read with them.
    let sidecars = Set(
      photos[first...].flatMap { photo in
        [Sidecar.metadata, .takeout].flatMap { $0.names(of: photo) }
      })
    for other in others where !sidecars.contains(other.path) {
      passedOver[other.kind, default: 0] += 1
    }
  }

  /// The kind of a skipped file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isOwn: true if its name is that of TimeWalk's outputs; otherwise its metadata may show it.
  /// - Returns: `nil` for a picture, which isn't.
  private static func kind(of path: String, isOwn: Bool) -> String? {
    guard RawPath.status(path).map({ $0.st_mode & S_IFMT == S_IFREG }) ?? false else {
      return "other"
    }
    let descriptor = RawPath.open(path)
    guard descriptor >= 0 else { return "other" }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var head = [UInt8]((try? file.read(upToCount: ImageFormat.headLength)) ?? Data())
    let format = ImageFormat.recognise(head)
    if format == .jpeg {
      if isOwn { return own }
      head += (try? file.read(upToCount: PictureCredits.deepest - head.count)) ?? Data()
      if PictureCredits.isMadeHere(head) { return own }
    }
    switch format {
    case nil: return "other"
    case .video: return "video"
    case .pdf: return "PDF"
    case .svg: return "SVG"
    case .icon: return "icon"
    // Two letters are too little to go by.
    case .bmp where !path.lowercased().hasSuffix(".bmp"): return "other"
    default: return nil
    }
  }

  /// The names of TimeWalk's own pictures.
  private static let own = "TimeWalk's own"

  private static func isFolder(_ path: String) -> Bool {
    RawPath.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// The identity of a folder, independent of links.
  private struct Place: Hashable {
    var device: dev_t
    var node: ino_t
  }
}
