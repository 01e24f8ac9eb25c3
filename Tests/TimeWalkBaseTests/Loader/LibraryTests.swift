import CPlatform
import Glibc
import Testing

@Suite("Libraries that are loaded when they are needed")
struct LibraryTests {
  /// A library that the linker is asked for, and one slot for each function.
  private final class Library {
    private(set) var slots: [UnsafeMutableRawPointer?]
    private var files: [UnsafePointer<CChar>?]
    private var functions: [UnsafePointer<CChar>?]
    private var state: Int32 = 0

    init(_ files: [String], _ functions: [String]) {
      func texts(_ texts: [String]) -> [UnsafePointer<CChar>?] {
        texts.map { UnsafePointer(strdup($0)) } + [nil]
      }
      self.files = texts(files)
      self.functions = texts(functions)
      slots = [UnsafeMutableRawPointer?](repeating: nil, count: functions.count)
    }

    deinit { for text in files + functions { free(UnsafeMutableRawPointer(mutating: text)) } }

    func load() -> Bool {
      files.withUnsafeBufferPointer { files in
        functions.withUnsafeBufferPointer { functions in
          slots.withUnsafeMutableBytes { slots in
            var library = twd_library(
              files: files.baseAddress, functions: functions.baseAddress,
              pointers: slots.baseAddress, state: state)
            defer { state = library.state }
            return twd_load(&library)
          }
        }
      }
    }
  }

  @Test("The first file that is there gives all functions, in their order")
  func found() throws {
    let library = Library(["libtimewalk-missing.so.9", "libm.so.6"], ["cos", "sqrt"])
    #expect(library.load())
    typealias Function = @convention(c) (Double) -> Double
    let functions = try library.slots.map { slot in
      unsafeBitCast(try #require(slot), to: Function.self)
    }
    #expect(functions.map { $0(9) } == [cos(9), 3])
    #expect(library.load(), "a second time")
  }

  @Test(
    "A library that is missing or lacks a function stays unavailable on every request",
    arguments: [
      (["libtimewalk-missing.so.9"], ["cos"]), (["libm.so.6"], ["cos", "timewalk_missing"]),
      ([], ["cos"]),
    ])
  func missing(files: [String], functions: [String]) {
    let library = Library(files, functions)
    #expect(!library.load())
    #expect(!library.load())
  }
}
