/// The encoding of messages: the values in the order of their declaration.
///
/// Both processes run the same program, which always asks in the same order.
enum ReaderCoding {
  /// Empty if encoding fails, which isn't a valid message.
  static func bytes(_ message: some Encodable) -> [UInt8] {
    let writer = MessageWriter()
    do { try writer.write(message) } catch { return [] }
    return writer.bytes
  }

  /// `nil` for an invalid message.
  static func read<Message: Decodable>(_ type: Message.Type, _ bytes: [UInt8]) -> Message? {
    let reader = MessageReader(bytes)
    guard let message = try? reader.read(type), reader.isAtEnd else { return nil }
    return message
  }
}

/// The fault of a message that isn't one.
struct MessageError: Error {}
