import Foundation

/// Requests of all kinds, right and wrong, the same in every run.
struct SoakRequests {
  private let calls: [MatchCall]
  private let collection: String
  private let items: Int

  init(_ calls: [MatchCall], collection: String, items: Int) {
    self.calls = calls
    self.collection = collection
    self.items = items
  }

  /// Lines that aren't requests, or wrong ones; each has one answer.
  static let wrong: [[UInt8]] =
    [
      "{", "[", "[]", "{}", "null", "nonsense", #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":91,"longitude":0}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":[1,2]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":1,"latitude":2}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"base64":"AAAA"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"path":"/nowhere.jpg"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"archive.item","params":{"id":"none:none"}}"#,
      #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1e999,"method":"ping","params":{"a":1}}"#,
    ].map { Array($0.utf8) + [0x0A] } + [
      [0xFF, 0xFE, 0x0A], [0x00, 0x0A], [UInt8](repeating: 0x5B, count: 100_000) + [0x0A],
      [UInt8](repeating: 0x61, count: 1_000_000) + [0x0A],
    ]

  /// The request of a number, as a line that has one answer.
  func line(_ number: Int) -> [UInt8] {
    let call = calls[number % calls.count]
    func text(_ line: String) -> [UInt8] { Array((line + "\n").utf8) }
    switch number % 20 {
    case 0: return SoakRequests.wrong[number / 20 % SoakRequests.wrong.count]
    case 1, 2:
      return text(#"{"jsonrpc":"2.0","id":\#(number),"method":"ping","params":{"x-n":\#(number)}}"#)
    case 3:
      let id = "\(collection):i\(number * 7919 % items)"
      return text(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"archive.item","params":{"id":"\#(id)"}}"#)
    case 4:
      return text(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"cancel","params":{"id":\#(number - 1)}}"#)
    case 5:
      let both = call.line(id: number).dropLast() + "," + call.line(id: -number).dropLast()
      return text("[\(both)]")
    default: return Array(call.line(id: number).utf8)
    }
  }
}

/// The resources that many requests leave behind.
struct SoakResult {
  let count: Int
  let seconds: Double
  let warmMegabytes: Double
  let megabytes: Double
  let warmFiles: Int
  let files: Int

  static let header = [
    "mixed requests", "seconds", "MB after the first tenth", "MB at the end", "growth %",
    "open files after the first tenth", "at the end",
  ]

  var row: [String] {
    [
      "\(count)", Report.number(seconds, 1), Report.number(warmMegabytes, 1),
      Report.number(megabytes, 1), Report.number((megabytes / warmMegabytes - 1) * 100, 1),
      "\(warmFiles)", "\(files)",
    ]
  }

  init(_ requests: SoakRequests, count: Int, start: () throws -> EndpointClient) throws {
    self.count = count
    let client = try start()
    let begin = DispatchTime.now().uptimeNanoseconds
    let tenth = max(1, count / 10)
    var warm: (megabytes: Double, files: Int)?
    for from in stride(from: 0, to: count, by: tenth) {
      let numbers = from..<min(count, from + tenth)
      try client.exchange(numbers.map(requests.line), answers: numbers.count)
      Report.talk(
        "\(numbers.upperBound) requests: \(Report.number(client.megabytes, 1)) MB, "
          + "\(client.openFiles) open files")
      warm = warm ?? (client.megabytes, client.openFiles)
    }
    seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
    (megabytes, files) = (client.megabytes, client.openFiles)
    (warmMegabytes, warmFiles) = warm ?? (0, 0)
    try client.close()
  }
}
