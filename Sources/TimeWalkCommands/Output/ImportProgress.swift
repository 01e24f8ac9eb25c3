/// How far an import is, as a line of a terminal.
enum ImportProgress {
  /// The number of rows, the rate, and how long the rest will take where that is known.
  static func text(rows: Int, share: Double?, seconds: Double) -> String {
    var text = "\(rows) rows, \(Int(Double(rows) / seconds)) a second"
    // What is read as a whole says nothing of what is left; and the indexes that follow take a
    // while, too.
    if let share, share > 0.01, share < 1 {
      text +=
        ", \(Int(share * 100)) %, about \(Int((seconds * (1 - share) / share).rounded(.up))) s left"
    }
    return text
  }
}
