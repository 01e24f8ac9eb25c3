/// The time of day in an EDTF date-time: validated but not stored, because only the `Day` counts.
enum EDTFTime {
  /// The reason why some bytes aren't `hh:mm:ss` with an optional zone (`Z`, `+hh`, `+hh:mm`);
  /// `nil` if they are.
  ///
  /// `24:00:00`, the end of the day, and a leap second at the end of an hour are valid. The day is
  /// the written one, in any zone.
  static func fault(_ bytes: ArraySlice<UInt8>) -> String? {
    let clock = Array(bytes.prefix(8))
    guard clock.count == 8, clock[2] == UInt8(ascii: ":"), clock[5] == UInt8(ascii: ":"),
      let hour = number(clock[0..<2]), let minute = number(clock[3..<5]),
      let second = number(clock[6..<8])
    else { return "a time is written hh:mm:ss" }
    if hour > 24 || (hour == 24 && (minute, second) != (0, 0)) {
      return "hour \(hour) does not exist"
    }
    if minute > 59 { return "minute \(minute) does not exist" }
    if second > 60 || (second == 60 && minute != 59) { return "second \(second) does not exist" }
    return zoneFault(Array(bytes.dropFirst(8)))
  }

  private static func zoneFault(_ zone: [UInt8]) -> String? {
    if zone.isEmpty || zone == [UInt8(ascii: "Z")] { return nil }
    let reason = "a zone is written Z, +hh or +hh:mm"
    guard zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
      zone.count == 3 || (zone.count == 6 && zone[3] == UInt8(ascii: ":")),
      let hours = number(zone[1..<3])
    else { return reason }
    var minutes = 0
    if zone.count == 6 {
      guard let read = number(zone[4..<6]) else { return reason }
      minutes = read
    }
    // The farthest zone in use is 14 hours ahead.
    guard minutes < 60, hours * 60 + minutes <= 14 * 60 else {
      return "this time zone doesn't exist"
    }
    return nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
