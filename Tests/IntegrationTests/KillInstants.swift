import TimeWalkTestSupport

/// The times to kill a command: spread evenly over its run.
///
/// The duration depends on the machine's load, so the span adapts: it grows after a kill during a
/// command, and shrinks after a command that had ended.
struct KillInstants {
  private var span: Double
  private var random: SeededGenerator

  /// - Parameters:
  ///   - seconds: the undisturbed duration of the command.
  ///   - seed: the seed of the random instants.
  init(of seconds: Double, seed: UInt64) {
    span = seconds * 1.2
    random = SeededGenerator(seed: seed)
  }

  /// The wait before the next kill, in seconds.
  mutating func next() -> Double { Double.random(in: 0...span, using: &random) }

  /// Takes in how the last one came out.
  mutating func note(hasEnded: Bool) { span *= hasEnded ? 0.85 : 1.1 }
}
