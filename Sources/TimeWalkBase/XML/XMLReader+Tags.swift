extension XMLReader {
  /// Returns true if the tag has this name, with any prefix.
  package func isNamed(_ local: StaticString) -> Bool {
    buffer[self.local(name)].isEqual(to: local)
  }

  /// An attribute's text by its name without prefix; `nil` when the tag has none.
  package func attribute(_ name: StaticString) throws(XMLFault) -> String? {
    for attribute in attributes where buffer[local(attribute.name)].isEqual(to: name) {
      return try resolved(attribute.value)
    }
    return nil
  }

  mutating func openingTag() throws(XMLFault) {
    attributes.removeAll(keepingCapacity: true)
    guard opened.count < limits.depth else {
      throw XMLFault("is nested deeper than \(limits.depth) elements")
    }
    // A fault is thrown after the whole tag is read.
    var fault = hasRoot && opened.isEmpty ? XMLFault("has two roots") : nil
    let first = position + 1
    let end = try endOfTag(from: first, &fault)
    let isWhole = end < buffer.count && buffer[end] == UInt8(ascii: ">")
    let isEmpty = isWhole && end > first && buffer[end - 1] == UInt8(ascii: "/")
    position = isWhole ? end + 1 : end
    tag = start..<position
    var at = first
    name = readName(&at)
    guard !name.isEmpty else { throw fault ?? XMLFault("has a tag without a name") }
    let last = isEmpty ? end - 1 : end
    while true {
      let before = at
      skipBlanks(&at, until: last)
      guard at < last else { break }
      guard attributes.count < limits.attributes else {
        fault = fault ?? XMLFault("has a tag of more than \(limits.attributes) attributes")
        break
      }
      let wrong = takeAttribute(&at, behind: before, until: last)
      fault = fault ?? wrong
    }
    hasRoot = true
    isSelfClosing = isEmpty
    opened.append(openNames.count)
    openNames += buffer[name]
    if let fault { throw fault }
  }

  /// The offset of the bracket that ends a tag; without a bracket, the end of its possible content.
  private mutating func endOfTag(
    from first: Int, _ fault: inout XMLFault?
  ) throws(XMLFault) -> Int {
    do throws(XMLFault) {
      var quote: UInt8?
      // An attribute may contain a closing bracket; a tag never contains an opening one.
      let end = try end(of: first, isText: false) { byte in
        if byte == UInt8(ascii: "<") { return true }
        if let open = quote {
          if byte == open { quote = nil }
          return false
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        return byte == UInt8(ascii: ">")
      }
      if buffer[end] == UInt8(ascii: "<") { fault = fault ?? XMLFault("has an invalid tag") }
      return end
    } catch {
      guard hasBrokenOff else { throw error }
      fault = error
      return buffer.count
    }
  }

  /// Reads an attribute, or records its fault and continues after it.
  private mutating func takeAttribute(
    _ at: inout Int, behind before: Int, until last: Int
  ) -> XMLFault? {
    let isApart = at > before
    let name = readName(&at)
    skipBlanks(&at, until: last)
    guard !name.isEmpty, at < last, buffer[at] == UInt8(ascii: "=") else {
      if name.isEmpty { at += 1 }
      return XMLFault("has an invalid tag")
    }
    at += 1
    skipBlanks(&at, until: last)
    guard at < last, buffer[at] == UInt8(ascii: "\"") || buffer[at] == UInt8(ascii: "'"),
      let end = buffer[(at + 1)..<last].firstIndex(of: buffer[at])
    else {
      while at < last, !buffer[at].isXMLSpace { at += 1 }
      return XMLFault("has an invalid attribute")
    }
    let isKnown = attributes.contains { buffer[$0.name] == buffer[name] }
    attributes.append(Attribute(name: name, value: (at + 1)..<end, whole: before..<(end + 1)))
    at = end + 1
    if isKnown { return XMLFault("has a tag with the same attribute twice") }
    return isApart ? nil : XMLFault("has an invalid attribute")
  }

  mutating func closingTag() throws(XMLFault) -> Event {
    attributes.removeAll(keepingCapacity: true)
    var at = position + 2
    let end = try end(of: at, isText: false) {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
    }
    guard buffer[end] == UInt8(ascii: ">") else { throw XMLFault("has an invalid tag") }
    name = readName(&at)
    position = end + 1
    tag = start..<position
    let isPlain = buffer[at..<end].allSatisfy(\.isXMLSpace)
    let isLast = opened.last.map { openNames[$0...] == buffer[name] } ?? false
    // After a fault, this may be the end tag of an element around the last one, which then ends,
    // too.
    if isLast {
      close()
    } else if let index = opened.indices.last(where: { isOpen($0, buffer[name]) }) {
      while opened.count > index { close() }
    }
    guard isPlain, isLast else { throw XMLFault("closes an element that isn't open") }
    return .end
  }

  private func isOpen(_ index: Int, _ name: ArraySlice<UInt8>) -> Bool {
    let end = index + 1 < opened.count ? opened[index + 1] : openNames.count
    return openNames[opened[index]..<end] == name
  }

  mutating func close() {
    if let open = opened.popLast() { openNames.removeSubrange(open...) }
  }

  private func skipBlanks(_ at: inout Int, until last: Int) {
    while at < last, buffer[at].isXMLSpace { at += 1 }
  }

  private func readName(_ at: inout Int) -> Range<Int> {
    let start = at
    while at < buffer.count, !buffer[at].isXMLSpace,
      ![UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "<")]
        .contains(buffer[at])
    {
      at += 1
    }
    return start..<at
  }

  /// A name without its prefix.
  func local(_ name: Range<Int>) -> Range<Int> {
    let colon = buffer[name].lastIndex(of: UInt8(ascii: ":"))
    return (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
  }
}

extension ArraySlice<UInt8> {
  fileprivate func isEqual(to name: StaticString) -> Bool {
    name.withUTF8Buffer { elementsEqual($0) }
  }
}
