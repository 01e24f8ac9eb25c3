/// The names of a photo's files, made from its number, for instance `TW-000001-overlay.jpg`.
package enum OutputName {
  /// The name of an output.
  package static func image(_ sequence: Int, _ role: Rendition.Role) -> String {
    let suffix =
      switch role {
      case .clean, .page: ""
      case .overlaid: "-overlay"
      case .historical, .then, .beside, .blend, .wipe: "-" + role.rawValue
      }
    return stem(sequence) + suffix + "." + role.format.ending
  }

  /// The name of the answer's JSON.
  package static func response(_ sequence: Int) -> String { stem(sequence) + ".json" }

  /// The prefix of all names of a photo.
  package static func stem(_ sequence: Int) -> String {
    let digits = String(sequence)
    return "TW-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// Returns true if a file's name is that of an output image whose answer is in the same folder.
  ///
  /// - Parameters:
  ///   - name: the file's name.
  ///   - answers: the names in the folder, of which answers count.
  /// - Returns: true if it is.
  package static func isPicture(_ name: String, besides answers: Set<String>) -> Bool {
    guard let sequence = sequence(in: name), answers.contains(response(sequence)) else {
      return false
    }
    return Rendition.Role.allCases.contains { image(sequence, $0) == name }
  }

  /// The path of a file in the folder of a photo's outputs.
  ///
  /// - Returns: `nil` if the folder's path isn't absolute, as in a foreign library.
  static func path(_ name: String, in folder: String) -> String? {
    folder.hasPrefix("/") ? folder + "/" + name : nil
  }

  /// Every name that a photo's files can have.
  static func all(_ sequence: Int) -> [String] {
    Rendition.Role.allCases.map { image(sequence, $0) } + [response(sequence)]
  }

  /// The number in a file's name, or `nil` when it is not one of TimeWalk's.
  static func sequence(in name: String) -> Int? {
    guard name.hasPrefix("TW-") else { return nil }
    let digits = name.dropFirst(3).prefix { $0.isASCII && $0.isNumber }
    return (6...15).contains(digits.count) ? Int(digits) : nil
  }
}
