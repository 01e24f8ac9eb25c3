import Foundation
package import Testing

/// The sanitizer that the tests, and the programs that they run, are built with.
///
/// This condition leaves out tests that can't pass with a sanitizer, with the reason: the memory of
/// a process, for instance, is several times as much.
package enum Sanitizer {
  /// True for the address sanitizer.
  package static let isAddress = dlsym(nil, "__asan_init") != nil
  /// True for the thread sanitizer.
  package static let isThread = dlsym(nil, "__tsan_init") != nil
  /// True if there is one.
  package static var isThere: Bool { isAddress || isThread }

  /// Makes a test skip with any sanitizer, for a reason that is said.
  package static func absent(_ reason: Comment) -> ConditionTrait {
    .disabled(if: isThere, reason)
  }

  /// `LD_PRELOAD` with one library more: `Scripts/test --sanitize thread` needs its own there.
  package static func preload(_ library: String) -> String {
    let others = ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? ""
    return others.isEmpty ? library : "\(library):\(others)"
  }
}
