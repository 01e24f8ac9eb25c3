internal import Foundation
internal import TimeWalkImaging

/// What a process of readers is told.
struct ReaderMessage: Codable {
  /// A file that lies in the shared memory from now on.
  struct Opening: Codable {
    var count: Int
    var name: String
    var limits: ImagingLimits
  }

  /// The file, where it is a new one.
  var opening: Opening?
  var question: PictureQuestion
  /// Threads that may work on it.
  var threads = 1
}

/// How messages are written: property lists, which hold bytes and numbers as they are.
enum ReaderCoding {
  /// No bytes for what can't be written, which no message is.
  static func bytes(_ message: some Encodable) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return (try? encoder.encode(message)).map { [UInt8]($0) } ?? []
  }

  /// `nil` for what is no such message.
  static func read<Message: Decodable>(_ type: Message.Type, _ bytes: [UInt8]) -> Message? {
    try? PropertyListDecoder().decode(type, from: Data(bytes))
  }
}
