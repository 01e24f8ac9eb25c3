/// Numbers of things as words.
enum Counted {
  /// For instance `1 item` or `67 items`.
  static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }
}
