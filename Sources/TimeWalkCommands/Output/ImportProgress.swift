/// The progress of an import as a line of a terminal.
enum ImportProgress {
  /// The number of rows, the rate, and the remaining time if known.
  static func text(rows: Int, share: Double?, seconds: Double) -> String {
    var text = "\(rows) rows, \(Int(Double(rows) / seconds)) a second"
    // Sources that are read at once have no remaining time; the indexes that follow also take a
    // while.
    if let share, share > 0.01, share < 1 {
      text +=
        ", \(Int(share * 100)) %, about \(Int((seconds * (1 - share) / share).rounded(.up))) s left"
    }
    return text
  }
}
