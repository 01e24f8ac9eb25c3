internal import Foundation
internal import TimeWalkImaging

/// A message to a reader process.
struct ReaderMessage: Codable {
  /// A file that lies in the shared memory from now on.
  struct Opening: Codable {
    var count: Int
    var name: String
    var limits: ImagingLimits
  }

  /// The file, if it is a new one.
  var opening: Opening?
  var question: PictureQuestion
  /// Threads that may work on it.
  var threads = 1
}

/// The encoding of messages: property lists, which hold bytes and numbers unchanged.
enum ReaderCoding {
  /// Empty if encoding fails, which isn't a valid message.
  static func bytes(_ message: some Encodable) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return (try? encoder.encode(message)).map { [UInt8]($0) } ?? []
  }

  /// `nil` for an invalid message.
  static func read<Message: Decodable>(_ type: Message.Type, _ bytes: [UInt8]) -> Message? {
    try? PropertyListDecoder().decode(type, from: Data(bytes))
  }
}
