/// A way by which strangers' bytes come into the program: the code that takes them, and examples to
/// begin with.
///
/// libFuzzer runs it through `Scripts/fuzz`, and `MutationTests` for a moment in every run of the
/// tests.
struct FuzzTarget: Sendable {
  /// The name that `Scripts/fuzz` takes.
  let name: String
  /// The greatest length of inputs, in bytes.
  let longest: Int
  /// Inputs that are right, made by code: their mutations get deepest.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Takes any bytes and returns; throws if a promise is broken, and never only because of the
  /// bytes.
  let run: @Sendable (_ bytes: [UInt8]) throws -> Void

  init(
    _ name: String, longest: Int = 8192, seeds: @escaping @Sendable () throws -> [[UInt8]],
    run: @escaping @Sendable (_ bytes: [UInt8]) throws -> Void
  ) {
    self.name = name
    self.longest = longest
    self.seeds = seeds
    self.run = run
  }
}

/// A promise that an input broke.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Checks a promise that holds for any input.
func promise(_ holds: Bool, _ text: @autoclosure () -> String) throws {
  guard holds else { throw BrokenPromise(description: text()) }
}
