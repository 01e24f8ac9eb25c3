import Foundation
import TimeWalkTestSupport

@testable import TimeWalkEvents

/// A library in a folder of its own, with a clock that the test sets.
struct EventFixture {
  /// The first second of the fixtures' event: 2026-11-23 10:00 UTC.
  static let begins = Date(timeIntervalSince1970: 1_795_428_000)
  static let ends = begins.addingTimeInterval(4 * 3600)
  static let during = begins.addingTimeInterval(600)
  static let consent = Consent(policy: "0123456789abcdef", given: during)

  let folder: TemporaryFolder
  let store: EventStore

  init() throws {
    folder = try TemporaryFolder()
    store = try EventStore(directory: folder.path("library"))
  }

  var library: String { folder.path("library") }

  /// An event that begins at `begins`, with an organiser called anna.
  func event(_ change: (inout EventSettings) -> Void = { _ in }) throws -> Event {
    var settings = EventSettings(name: "Old town", begins: Self.begins, ends: Self.ends)
    change(&settings)
    return try store.create(
      settings, by: Self.anna, at: settings.begins.addingTimeInterval(-3600))
  }

  static let anna = EventCaller.organiser("token:anna")

  /// A guest who joined and agreed.
  func guest(
    _ name: String, in event: Event, byCodeAlone: Bool = false, at now: Date = Self.during
  ) throws -> EventCaller {
    var joining = GuestDetails(name: name)
    joining.isByCodeAlone = byCodeAlone
    joining.consent = Self.consent
    let token = try store.join(event.id, as: joining, at: now).token
    return .token(token ?? "")
  }

  /// Anna, who joins her own event.
  func organiser(in event: Event) throws -> EventCaller {
    var joining = GuestDetails(name: "Anna")
    joining.consent = Self.consent
    _ = try store.join(event.id, as: joining, by: Self.anna, at: Self.during)
    return Self.anna
  }

  /// Sends a picture made of a text.
  @discardableResult
  func send(
    _ text: String, to event: Event, by caller: EventCaller, at now: Date = Self.during
  ) throws -> Picture {
    try Self.send(text, to: event.id, by: caller, in: store, at: now)
  }

  @discardableResult
  static func send(
    _ text: String, to event: EventID, by caller: EventCaller, in store: EventStore,
    at now: Date = Self.during
  ) throws -> Picture {
    try store.add(PictureSending(), to: event, by: caller, at: now) { _ in
      var made = NewPicture(original: .bytes(Array(text.utf8)), ending: "jpg")
      made.sizes = ["small": Array("small \(text)".utf8)]
      made.position = PicturePosition(latitude: 48.8583701, longitude: 2.2944813)
      return made
    }
  }

  /// The paths of all files below the library's folder.
  var files: [String] {
    let all = FileManager.default.enumerator(atPath: library)?.allObjects as? [String] ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: library + "/" + path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// The files that contain a text in their bytes or names.
  func files(holding text: String) throws -> [String] {
    try files.filter { path in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: library + "/" + path))
      return path.contains(text) || bytes.range(of: Data(text.utf8)) != nil
    }
  }
}

/// The kind of fault that a closure ends with; `nil` if it ends well.
func code(_ body: () throws -> Void) -> EventErrorCode? {
  do {
    try body()
    return nil
  } catch { return (error as? EventError)?.code }
}
