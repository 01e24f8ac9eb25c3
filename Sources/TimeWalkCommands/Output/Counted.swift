/// Numbers of things as words, for instance `1 item` or `67 items`.
enum Counted {
  static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }

  static func photos(_ number: Int) -> String { number == 1 ? "1 photo" : "\(number) photos" }

  static func collections(_ number: Int) -> String {
    number == 1 ? "1 collection" : "\(number) collections"
  }
}
