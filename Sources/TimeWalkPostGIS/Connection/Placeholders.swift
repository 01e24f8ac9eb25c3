/// The arguments of statements, as PostgreSQL writes them.
enum Placeholders {
  /// Turns `?1`, or `?` in their order, into `$1`; quoted text stays unchanged.
  static func numbered(_ sql: String) -> String {
    var text: [UInt8] = []
    var isQuoted = false
    var next = 1
    let bytes = Array(sql.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "?"), !isQuoted else {
        text.append(byte)
        continue
      }
      text.append(UInt8(ascii: "$"))
      let hasNumber =
        index + 1 < bytes.count
        && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1])
      guard !hasNumber else { continue }
      text += Array(String(next).utf8)
      next += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
