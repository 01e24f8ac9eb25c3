/// Numbers of things as words, for instance `1 item` or `67 items`.
enum Counted {
  static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }

  /// A number of things whose name takes an s.
  static func number(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  static func collections(_ number: Int) -> String {
    number == 1 ? "1 collection" : "\(number) collections"
  }
}
