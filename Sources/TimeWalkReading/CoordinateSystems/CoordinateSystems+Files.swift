extension CoordinateSystems {
  /// The parameters in a text of PROJ that can't name a file.
  private static let plainParameters: Set<String> = [
    "R", "a", "alpha", "axis", "azi", "b", "datum", "ellps", "es", "f", "gamma", "h", "k", "k_0",
    "lat_0", "lat_1", "lat_2", "lat_ts", "lon_0", "lon_1", "lon_2", "lon_wrap", "lonc", "m", "n",
    "o_alpha", "o_lat_1", "o_lat_2", "o_lat_c", "o_lat_p", "o_lon_1", "o_lon_2", "o_lon_c",
    "o_lon_p", "o_proj", "pm", "proj", "rf", "sweep", "tilt", "to_meter", "towgs84", "type",
    "units", "vto_meter", "vunits", "x_0", "y_0", "zone",
  ]
  private static let quote = UInt8(ascii: "\"")

  /// Returns true if a definition may name a file; `@null` is none.
  ///
  /// PROJ opens files that well-known text names in `PARAMETERFILE`, in `EXTENSION`, and by the
  /// parameters of its own operations. Those are in an extension, a method, a geoid model or a
  /// remark. All bytes are searched, even quoted ones, because PROJ may end a quotation elsewhere.
  static func namesFiles(_ definition: String) -> Bool {
    let text = spaced(definition)
    return namesOperation(text) || namesFile(in: "parameterfile", text)
      || namesFile(in: "extension", text) || hasFileParameter(text)
  }

  /// A definition with one kind of quotes and brackets, and at most one space between words.
  private static func spaced(_ definition: String) -> [UInt8] {
    let tight = Set("[],=".utf8)
    var text: [UInt8] = []
    var isApart = false
    for scalar in definition.unicodeScalars {
      let bytes =
        switch scalar {
        case "\u{201C}", "\u{201D}": [quote]
        case "(": [UInt8(ascii: "[")]
        case ")": [UInt8(ascii: "]")]
        default: Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      // For PROJ, a plus sign behind a space is one, too.
      if (9...13).contains(scalar.value) || scalar == " " || scalar == "+" && isApart {
        isApart = true
        continue
      }
      if isApart, let last = text.last, !tight.contains(last), !tight.contains(bytes[0]) {
        text.append(UInt8(ascii: " "))
      }
      isApart = false
      text += bytes
    }
    return text
  }

  /// Returns true if a method or a geoid model is an operation of PROJ.
  private static func namesOperation(_ text: [UInt8]) -> Bool {
    text.split(separator: Array("\"PROJ".utf8), omittingEmptySubsequences: false).dropFirst()
      .contains { rest in
        // The parameters in a remark are judged one by one.
        rest.first.map { isWord($0) || $0 == quote } == false
          && !rest.starts(with: " CRS string:".utf8)
      }
  }

  /// Returns true if an element has another second text than `@null`.
  private static func namesFile(in element: String, _ text: [UInt8]) -> Bool {
    let small = text.map { (65...90).contains($0) ? $0 | 32 : $0 }
    let contents = small.split(
      separator: Array("\(element)[".utf8), omittingEmptySubsequences: false)
    return contents.dropFirst().contains { content in
      // The parts before, in, between, in and after its two quoted texts.
      let parts = text[content.indices].split(
        separator: quote, maxSplits: 4, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 5, parts[0].isEmpty, parts[2] == ",",
        parts[4].first == "]" || parts[4].first == ","
      else { return true }
      // The parameters in a text of PROJ are judged one by one.
      return parts[3] != "@null" && !(element == "extension" && parts[1] == "PROJ4")
    }
  }

  /// Returns true if a parameter may have a file's name as its value.
  private static func hasFileParameter(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
    // PROJ takes a semicolon for a space in some places.
    guard parts.count == 1 || !text.contains(UInt8(ascii: ";")) else { return true }
    return zip(parts, parts.dropFirst()).contains { before, after in
      let name = before.reversed().prefix(while: isWord)
      let value = after.prefix { $0 != UInt8(ascii: " ") && $0 != quote }
      return !plainParameters.contains(String(decoding: name.reversed(), as: UTF8.self))
        && !value.elementsEqual("@null".utf8)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte & ~32)
  }
}
