import TimeWalkBase

/// A word as a shell takes it, for commands that are shown to be copied.
enum ShellWord {
  /// The word itself where a shell takes nothing in it for more, else between apostrophes.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "/._-+:@,%".unicodeScalars.contains($0)
      }
    return isPlain ? text : "'" + text.replacingScalars("'", with: "'\\''") + "'"
  }
}
