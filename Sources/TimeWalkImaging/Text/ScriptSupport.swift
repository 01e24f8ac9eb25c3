internal import CText

/// The scripts in which this machine can set titles.
package struct ScriptSupport: Sendable {
  /// True if FriBidi is installed, which orders text of both directions.
  package let ordersText: Bool
  /// The number of fonts that fontconfig finds; `nil` for 0 or without fontconfig.
  package let installedFonts: Int?
  /// The scripts of ``samples`` that no font has, by their names.
  package let lacking: [String]

  /// Scripts that many people write, with a letter of each.
  static let samples: [(name: String, letter: Unicode.Scalar)] = [
    ("Hebrew", "א"), ("Arabic", "ع"), ("Armenian", "Ա"), ("Georgian", "ა"), ("Ethiopic", "አ"),
    ("Devanagari", "अ"), ("Bengali", "অ"), ("Gurmukhi", "ਅ"), ("Gujarati", "અ"), ("Tamil", "அ"),
    ("Telugu", "అ"), ("Kannada", "ಅ"), ("Malayalam", "അ"), ("Sinhala", "අ"), ("Thai", "ก"),
    ("Lao", "ກ"), ("Khmer", "ក"), ("Burmese", "က"), ("Tibetan", "ཀ"), ("Chinese", "中"),
    ("Japanese", "あ"), ("Korean", "한"),
  ]

  /// Checks the installed parts; loads FriBidi and fontconfig.
  package init(fonts: FontSet, installed: InstalledFonts = .shared) {
    ordersText = twi_is_installed()
    installedFonts = installed.count
    lacking = Self.samples.filter { !fonts.regular.has($0.letter) && !installed.has($0.letter) }
      .map(\.name)
  }
}
