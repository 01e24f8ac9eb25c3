extension Sequence<UInt8> {
  /// Two digits for each byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
