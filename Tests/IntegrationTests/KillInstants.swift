import TimeWalkTestSupport

/// When to kill a command: at even chances over its whole way.
///
/// How long that takes depends on what else the machine does, so the span follows what happens: it
/// grows when a command was killed on its way, and shrinks when it had come to its end.
struct KillInstants {
  private var span: Double
  private var random: SeededGenerator

  /// - Parameters:
  ///   - seconds: how long the command took when nothing disturbed it.
  ///   - seed: what the chances follow from.
  init(of seconds: Double, seed: UInt64) {
    span = seconds * 1.2
    random = SeededGenerator(seed: seed)
  }

  /// How long to wait before the next kill, seconds.
  mutating func next() -> Double { Double.random(in: 0...span, using: &random) }

  /// Takes in how the last one came out.
  mutating func note(hasEnded: Bool) { span *= hasEnded ? 0.85 : 1.1 }
}
