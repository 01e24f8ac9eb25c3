public import Foundation
internal import TimeWalkImaging

/// The photos that files, folders and lists name.
public struct PhotoPaths: Sendable {
  /// The photos' files; those that were named stand here whatever they are.
  public private(set) var photos: [String] = []
  /// How many files of folders were passed over, by what they are.
  public private(set) var passedOver: [String: Int] = [:]

  /// How deep folders may lie in each other.
  private static let greatestDepth = 64
  /// The names of photos: a file that has one but isn't one is worth a word.
  private static let names: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "heic", "heif", "hif", "avif", "dng", "tif", "tiff", "webp",
  ]

  /// Starts with none.
  public init() {}

  /// Adds a file or a folder with all that is in it.
  ///
  /// Of a folder the photos are added, sorted by name, and those of its folders; each folder once, however many links
  /// lead to it. What counts is the content: a picture of whatever kind, and what is called one though it is none, so
  /// that it is told. Hidden files, and all others, are passed over.
  /// - Throws: `inputMissing` for a folder that can't be read.
  public mutating func add(_ path: String) throws(WalkError) {
    guard PhotoPaths.isFolder(path) else { return photos.append(path) }
    var seen: Set<String> = []
    try walk(path, depth: 0, seen: &seen)
  }

  /// Adds the paths in a list, one a line; or each up to a zero byte, where the list has any.
  public mutating func add(list: Data) throws(WalkError) {
    let isNul = list.contains(0)
    for part in list.split(separator: isNul ? 0 : 0x0A) {
      let line = isNul || part.last != 0x0D ? part : part.dropLast()
      guard !line.isEmpty else { continue }
      try add(String(decoding: line, as: UTF8.self))
    }
  }

  private mutating func walk(_ folder: String, depth: Int, seen: inout Set<String>)
    throws(WalkError)
  {
    let place = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    guard depth < PhotoPaths.greatestDepth, seen.insert(place).inserted else { return }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw WalkError(.inputMissing, "the folder \(folder) cannot be read", cause: error)
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      guard !PhotoPaths.isFolder(path) else {
        try walk(path, depth: depth + 1, seen: &seen)
        continue
      }
      let kind = PhotoPaths.kind(of: path)
      if kind == nil || PhotoPaths.names.contains((name as NSString).pathExtension.lowercased()) {
        photos.append(path)
      } else {
        passedOver[kind ?? "", default: 0] += 1
      }
    }
  }

  /// What a file is that is passed over; `nil` for a picture.
  private static func kind(of path: String) -> String? {
    let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath()
      .resourceValues(forKeys: [.isRegularFileKey])
    guard values?.isRegularFile == true, let file = FileHandle(forReadingAtPath: path) else {
      return "other"
    }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: ImageFormat.headLength)) ?? Data()
    switch ImageFormat.recognise([UInt8](head)) {
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

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
