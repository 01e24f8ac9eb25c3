/// Numbers of things as words, for instance `1 item` or `67 items`.
enum CountText {
  static func items(_ count: Int) -> String { number(count, "item") }

  /// A number with a noun whose plural takes an s.
  static func number(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  static func photos(_ count: Int) -> String { number(count, "photo") }

  static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

  static func collections(_ count: Int) -> String { number(count, "collection") }
}
