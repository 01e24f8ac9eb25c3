import Foundation
import TimeWalkTestSupport

/// The possible states of a disk after a power cut, by POSIX's guarantees alone.
///
/// A file's bytes are durable after an `fsync` of the file, and its name after an `fsync` of the
/// folder. Of all else any part may exist, or none, in any order.
struct PowerCut {
  /// The fate of unsynced data.
  enum Fate: CaseIterable {
    /// All of it is lost.
    case lost
    /// It came in its order up to some moment.
    case prefix
    /// Any part of it came: names one by one, bytes by sectors of 512.
    case sectors
    /// The same by pages of 4096.
    case pages

    var grain: Int { self == .pages ? 4096 : 512 }
  }

  private enum Node {
    case folder
    case file(Int)
  }

  /// A change of one file's bytes.
  private struct Change {
    var index: Int
    var offset: Int
    /// `nil` if the file was cut to `offset`.
    var bytes: [UInt8]?
  }

  private var tree: [String: Node] = [:]
  private var contents: [Int: [UInt8]] = [:]
  private var random: SeededGenerator
  private let fate: Fate

  /// The disk after `moment` of the events that were asked of it.
  ///
  /// `start` is the folder as it was before the first event, all of it on the disk, and `numbers`
  /// are those of its files.
  init(
    start: URL, numbers: [String: Int], events: [DiskLog.Event], moment: Int, fate: Fate,
    seed: UInt64
  ) {
    random = SeededGenerator(seed: seed)
    self.fate = fate
    var current: [Int: Int] = [:]
    for name in FileManager.default.enumerator(atPath: start.path)?.compactMap({ $0 as? String })
      ?? []
    {
      var isFolder: ObjCBool = false
      let path = start.appendingPathComponent(name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      guard !isFolder.boolValue else {
        tree[name] = .folder
        continue
      }
      let own = contents.count
      contents[own] = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
      if let number = numbers[name] { current[number] = own }
      tree[name] = .file(own)
    }
    let end = fate == .prefix ? Int.random(in: 0...moment, using: &random) : 0
    var changes: [Int: [Change]] = [:]
    var synced: [Int: Int] = [:]
    var foldersSynced: [String: Int] = [:]
    var names: [(index: Int, event: DiskLog.Event, node: Node?)] = []
    // The names as the programs saw them: they resolve a rename or a link, even if the old name is
    // lost.
    var live = tree
    var next = contents.count
    for (index, event) in events.prefix(moment).enumerated() {
      switch event {
      case .create(let number, _):
        current[number] = next
        contents[next] = []
        names.append((index, event, .file(next)))
        PowerCut.apply(event, .file(next), to: &live)
        next += 1
      case .write(let number, let offset, let bytes):
        if let own = current[number] {
          changes[own, default: []].append(Change(index: index, offset: offset, bytes: bytes))
        }
      case .truncate(let number, let size):
        if let own = current[number] {
          changes[own, default: []].append(Change(index: index, offset: size, bytes: nil))
        }
      case .syncFile(let number): if let own = current[number] { synced[own] = index }
      case .syncFolder(let name): foldersSynced[name] = index
      case .rename(let from, _), .link(let from, _):
        names.append((index, event, live[from]))
        PowerCut.apply(event, live[from], to: &live)
      case .unlink, .makeFolder:
        names.append((index, event, nil))
        PowerCut.apply(event, nil, to: &live)
      case .answer: break
      }
    }
    for (index, event, node) in names {
      let isDurable = PowerCut.folder(of: event).map { (foldersSynced[$0] ?? -1) > index } ?? true
      if isDurable || keeps(index, before: end) { PowerCut.apply(event, node, to: &tree) }
    }
    for (file, list) in changes {
      for change in list {
        apply(change, to: file, isDurable: (synced[file] ?? -1) > change.index, before: end)
      }
    }
  }

  /// The folder that has to be synced for a change of names.
  private static func folder(of event: DiskLog.Event) -> String? {
    switch event {
    case .create(_, let name), .unlink(let name), .makeFolder(let name), .rename(_, let name),
      .link(_, let name):
      name.contains("/") ? String(name[..<(name.lastIndex(of: "/") ?? name.startIndex)]) : ""
    default: nil
    }
  }

  /// Returns true if there were unsynced data.
  private mutating func keeps(_ index: Int, before end: Int) -> Bool {
    switch fate {
    case .lost: false
    case .prefix: index < end
    case .sectors, .pages: Bool.random(using: &random)
    }
  }

  private static func apply(_ event: DiskLog.Event, _ node: Node?, to tree: inout [String: Node]) {
    switch event {
    case .create(_, let name): tree[name] = node
    case .makeFolder(let name): tree[name] = .folder
    case .unlink(let name): tree[name] = nil
    case .link(_, let to): tree[to] = node
    case .rename(let from, let to):
      tree[from] = nil
      tree[to] = node
      for (name, node) in tree where name.hasPrefix(from + "/") {
        tree[name] = nil
        tree[to + name.dropFirst(from.count)] = node
      }
    default: break
    }
  }

  private mutating func apply(_ change: Change, to file: Int, isDurable: Bool, before end: Int) {
    var content = contents[file] ?? []
    defer { contents[file] = content }
    guard let bytes = change.bytes else {
      guard isDurable || keeps(change.index, before: end) else { return }
      if content.count > change.offset {
        content.removeLast(content.count - change.offset)
      } else {
        content += [UInt8](repeating: 0, count: change.offset - content.count)
      }
      return
    }
    var start = 0
    while start < bytes.count {
      // A sector that is there is there whole.
      let stop = min(
        bytes.count, (change.offset + start) / fate.grain * fate.grain + fate.grain - change.offset)
      if isDurable || keeps(change.index, before: end) {
        let from = change.offset + start
        if content.count < from + stop - start {
          content += [UInt8](repeating: 0, count: from + stop - start - content.count)
        }
        content.replaceSubrange(from..<(from + stop - start), with: bytes[start..<stop])
      }
      start = stop
    }
  }

  /// Writes the disk's state into a folder, replacing its content; files in a lost folder are lost
  /// with it.
  func write(to root: URL) throws {
    let manager = FileManager.default
    try manager.removeItem(at: root)
    try manager.createDirectory(at: root, withIntermediateDirectories: true)
    var written: [Int: URL] = [:]
    for (name, node) in tree.sorted(by: { $0.key < $1.key }) {
      let path = root.appendingPathComponent(name)
      let parent = path.deletingLastPathComponent().path
      guard manager.fileExists(atPath: parent) else { continue }
      switch node {
      case .folder: try manager.createDirectory(at: path, withIntermediateDirectories: false)
      case .file(let file):
        // Two names of a file stay two names of one.
        if let first = written[file] {
          try manager.linkItem(at: first, to: path)
        } else {
          try Data(contents[file] ?? []).write(to: path)
          written[file] = path
        }
      }
    }
  }
}
