import TimeWalkArchive
import TimeWalkCore

/// Validates the values of one record, in any format, and collects all its faults.
struct CatalogueRow<Values: RowValues> {
  let values: Values
  private(set) var findings: [ImportFinding] = []
  private(set) var hasFault = false
  /// The columns whose values are left out; they say nothing, unlike empty ones.
  private(set) var lost: Set<CatalogueColumn> = []
  private var identifier: String?
  /// True if the identifier was made, as the row has none.
  private(set) var hasMadeIdentifier = false

  /// True if a value that can't be read refuses the row, whichever field it is in, as where a
  /// person gives it.
  private let isStrict: Bool

  init(_ values: Values, isStrict: Bool = false) {
    self.values = values
    self.isStrict = isStrict
  }

  /// Returns true if a column of the row is empty or white space.
  func isEmpty(_ column: CatalogueColumn) -> Bool {
    // Most begin with a letter or a digit and need no string; a quotation mark or an apostrophe may
    // have another meaning.
    if let byte = values.firstByte(column), (0x28...0x7E).contains(byte) { return false }
    return values.isEmpty(column) || values.text(column)?.trimmed.isEmpty == true
  }

  /// Notes a reason to refuse the row, or to leave out a field that it can do without.
  mutating func fault(_ column: CatalogueColumn?, _ reason: String, hint: String? = nil) {
    if let column, column.description.isDispensable {
      return leaveOut(column, reason, hint: hint)
    }
    refuse(column, reason, hint: hint)
  }

  /// Notes why a field is left out; where a person gives it, that is a fault.
  private mutating func leaveOut(_ column: CatalogueColumn, _ reason: String, hint: String?) {
    guard !isStrict else { return refuse(column, reason, hint: hint) }
    lost.insert(column)
    warn(column, reason + "; ignored in this row", hint: hint)
  }

  private mutating func refuse(_ column: CatalogueColumn?, _ reason: String, hint: String?) {
    hasFault = true
    note(.fault, column, reason, hint)
  }

  /// Notes a doubt that doesn't refuse the row.
  mutating func warn(_ column: CatalogueColumn?, _ reason: String, hint: String? = nil) {
    note(.warning, column, reason, hint)
  }

  /// Notes an assumption that gives no finding.
  mutating func remark(_ column: CatalogueColumn?, _ reason: String) {
    note(.note, column, reason, nil)
  }

  /// The remedy for a value that isn't a number.
  private static func hint(_ column: CatalogueColumn) -> String? {
    switch column {
    case .latitude: "use degrees, such as 40.75 or 40°45'N; south is negative"
    case .longitude: "use degrees, such as -73.99 or 73°59'24\"W; west is negative"
    case .heading: "use degrees clockwise from true north, or a compass point such as NE"
    default: column.numbers?.unit == .metres ? "use metres" : nil
    }
  }

  /// Warns of a column that TimeWalk has no field for.
  mutating func warnOfOther(_ name: String, _ reason: String) {
    var other = finding(.warning, nil, reason)
    other.column = name
    findings.append(other)
  }

  /// Warns of texts that were meant for a field and gave nothing.
  mutating func warnOfMissed() {
    for (column, text) in values.missed.sorted(by: { $0.key.position < $1.key.position }) {
      var missed = finding(.warning, column, "isn't a web address; left out")
      missed.value = String(text.prefix(200))
      findings.append(missed)
    }
  }

  private mutating func note(
    _ severity: ImportFinding.Severity, _ column: CatalogueColumn?, _ reason: String,
    _ hint: String?
  ) {
    findings.append(finding(severity, column, reason, hint: hint))
  }

  /// A finding on this row, to be noted or held back.
  func finding(
    _ severity: ImportFinding.Severity, _ column: CatalogueColumn?, _ reason: String,
    hint: String? = nil
  ) -> ImportFinding {
    let value = column.flatMap { column in
      values.has(column) && severity != .note ? values.text(column) ?? "(not text)" : nil
    }.map { $0.utf8.count <= ArchiveLimits.longestText ? $0 : String($0.prefix(200)) + "…" }
    return ImportFinding(
      severity, line: values.place.line, path: values.place.path, identifier: identifier,
      column: column?.name, value: value, reason: reason, hint: hint)
  }

  /// Adds findings on earlier rows that only apply now.
  mutating func add(_ earlier: [ImportFinding]) { findings.append(contentsOf: earlier) }

  /// The identifier, which later findings carry; `nil` with a fault when there is none.
  mutating func readIdentifier(makes: Bool = false) -> String? {
    identifier = text(.id).map(Identifier.composed)
    if let identifier, let scalar = Identifier.invisible(in: identifier) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      warn(
        .id, "has the invisible character U+\(code)",
        hint: "without it, the name would be another item")
    }
    guard identifier == nil, !hasFault else { return identifier }
    if CatalogueColumn.allCases.allSatisfy(isEmpty) {
      fault(nil, "has no value in any used field")
    } else if makes, let made = Identifier.made(of: values) {
      (identifier, hasMadeIdentifier) = (made, true)
    } else {
      fault(
        .id, "is empty",
        hint:
          "each item needs a lasting name; name its column with --map id=COLUMN, or use --make-ids")
    }
    return identifier
  }

  /// A text without the white space at its ends; `nil` when it is empty, or with a fault when it
  /// isn't text.
  mutating func text(_ column: CatalogueColumn) -> String? {
    guard !values.isEmpty(column) else { return nil }
    guard let text = values.text(column) else {
      fault(
        column, "isn't text in the file's encoding",
        hint: "save the file as UTF-8, or set its encoding with --encoding NAME")
      return nil
    }
    let isShape = [.outline, .georeference].contains(column)
    let most = isShape ? ArchiveLimits.longestShape : ArchiveLimits.longestText
    guard text.utf8.count <= most else {
      fault(column, "is longer than \(most) bytes, the limit for a text")
      return nil
    }
    guard !text.hasNUL else {
      fault(column, "has a NUL character")
      return nil
    }
    let trimmed = text.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }

  /// A number; `nil` when it is empty, or with a fault when it isn't a number.
  mutating func number(_ column: CatalogueColumn) -> Double? {
    guard !values.isEmpty(column) else { return nil }
    if let number = values.number(column) { return number }
    guard var text = text(column).map({ PlainNumber.of($0, unit: CatalogueRow.units(column)) })
    else { return nil }
    if RowWords.isForNothing(text) {
      warn(column, "is a program's word for an empty cell; read as unknown")
      return nil
    }
    if let last = text.last, last == "," || last == ";",
      DecimalText.parse(text.dropLast().utf8) != nil
    {
      text.removeLast()
      warn(column, "ends with \(last); read as \(text)")
    }
    if let number = DecimalText.parse(text.utf8) ?? angle(column, text) { return number }
    let isComma = text.split(separator: ",").count == 2 && !text.contains(".")
    let mayBeThousands =
      values.decimalCommas == .unlessThousands && column.numbers?.unit == .metres
      && text.split(separator: ",").last?.count == 3
    if isComma, values.decimalCommas != .none, !mayBeThousands,
      let number = DecimalText.parse(
        text.map { $0 == "," ? "." : $0 }.map(String.init).joined().utf8)
    {
      return number
    }
    if isComma, mayBeThousands {
      fault(
        column, "has a comma that may be a decimal or a thousands separator",
        hint: "write 1500 or 1.5 instead of 1,500")
    } else if isComma {
      fault(column, "has a decimal comma; use a point", hint: "write 40.7 instead of 40,7")
    } else {
      fault(column, "isn't a number", hint: CatalogueRow.hint(column))
    }
    return nil
  }

  /// The unit of a column's numbers, as people write it.
  private static func units(_ column: CatalogueColumn) -> [String] {
    switch column.numbers?.unit {
    case .metres: ["m", "metres", "meters", "metre", "meter"]
    // Those of a place may be in minutes; see `angle`.
    case .degrees where column != .latitude && column != .longitude:
      ["°", "º", "deg", "degrees", "degree"]
    default: []
    }
  }

  /// Degrees and minutes, where a column may have them.
  private func angle(_ column: CatalogueColumn, _ text: String) -> Double? {
    let hemispheres: (Character, Character)
    switch column {
    case .latitude: hemispheres = ("N", "S")
    case .longitude: hemispheres = ("E", "W")
    default: return nil
    }
    return AngleText.degrees(
      of: text, positive: hemispheres.0, negative: hemispheres.1,
      hasDecimalCommas: values.decimalCommas != .none)
  }

  /// A number in the column's range; `nil` when it is empty, or with a fault when it is outside.
  mutating func boundedNumber(_ column: CatalogueColumn) -> Double? {
    guard let number = number(column) else { return nil }
    guard let numbers = column.numbers else { return number }
    let range = numbers.range
    if numbers.isPositive, !(number > 0 && number <= range.upperBound) {
      let most = DecimalText.write(range.upperBound)
      fault(column, "must be more than 0 and at most \(most) \(numbers.unit)")
      return nil
    }
    guard range.contains(number) else {
      let (low, high) = (DecimalText.write(range.lowerBound), DecimalText.write(range.upperBound))
      var hint: String?
      if column == .latitude, abs(number) <= 180 {
        hint = "are latitude and longitude swapped?"
      } else if column == .latitude || column == .longitude, abs(number) > 360 {
        hint =
          "these are metres or feet of a map projection; use degrees in WGS 84 (EPSG:4326)"
      }
      fault(column, "must be between \(low) and \(high)", hint: hint)
      return nil
    }
    return number
  }

  /// Fills in the columns that need no further rules.
  mutating func fill(_ item: inout Item) {
    for number in CatalogueColumn.plainNumbers { number.set(&item, boundedNumber(number.column)) }
    for words in CatalogueColumn.plainTexts { words.set(&item, text(words.column)) }
  }

  /// The text of a heading that is no number.
  mutating func headingWords() -> String? {
    guard !values.isEmpty(.heading), values.number(.heading) == nil else { return nil }
    return values.text(.heading)?.trimmed
  }

  /// The heading; -180 to 0 is taken the other way round with a warning.
  ///
  /// A compass point such as `NE` or `north-east` gets an appropriate accuracy, with a note.
  /// Without a heading, a caption may contain one.
  ///
  /// `letter` is the direction of the letter O in the column.
  mutating func heading(_ letter: LetterO?) -> (Heading, accuracy: Double?)? {
    if values.number(.heading) == nil, let text = text(.heading) {
      if letter == nil, LetterO.isWind(text) {
        leaveOut(
          .heading, "is east in one language and west in another", hint: "use NE or NW, or degrees")
        return nil
      }
      if let degrees = CompassWord.namedDegrees(of: text) ?? letter?.degrees(of: text),
        let heading = Heading(degrees: degrees)
      {
        let accuracy = CompassWord.accuracy(of: degrees)
        remark(
          .heading,
          "\"\(text)\" was read as \(DecimalText.write(degrees)) ± \(DecimalText.write(accuracy)) degrees"
        )
        return (heading, accuracy)
      }
    }
    guard let degrees = number(.heading) else { return nil }
    guard (-180...360).contains(degrees) else {
      fault(.heading, "must be from 0 to 360 degrees, clockwise from true north")
      return nil
    }
    if degrees < 0 {
      warn(.heading, "is negative; read as \(DecimalText.write(degrees + 360))")
    }
    return Heading(degrees: degrees).map { ($0, nil) }
  }

  /// The half-width of the heading; a warning when a heading is missing that it would belong to.
  mutating func headingAccuracy() -> Double? {
    let degrees = boundedNumber(.headingAccuracy)
    if degrees != nil, isEmpty(.heading) { warn(.headingAccuracy, "needs a heading") }
    return degrees
  }

  /// The view of the picture itself.
  mutating func view() -> RecordedView? {
    guard let text = text(.viewPose) else { return nil }
    guard let view = RecordedView(text) else {
      fault(
        .viewPose,
        "must be heading, pitch (-90 to 90), roll (-180 to 180) and field of view (1 to 360) in degrees",
        hint: "write four comma-separated numbers: 29.5,2,0,61")
      return nil
    }
    return view
  }

  /// The kind of the coordinate; unknown by default.
  mutating func locationOf() -> LocationOf {
    guard let text = text(.locationOf) else { return .unknown }
    guard let value = LocationOf(rawValue: text.lowercased()) else {
      fault(.locationOf, "must be camera or subject, or empty if unknown")
      return .unknown
    }
    return value
  }

  /// The rights: words that mean a known statement become its address, with a note.
  ///
  /// An unknown statement is kept with a warning, and counts as missing.
  mutating func license() -> String? {
    guard let text = text(.license) else { return nil }
    guard let doubt = RightsStatement.doubt(text) else { return text }
    if let address = RightsWords.address(of: text) {
      remark(.license, "\"\(text)\" was read as \(address)")
      return address
    }
    warn(.license, doubt + "; ignored", hint: RightsWords.suggestion(for: text))
    return text
  }

  /// The item's page; other schemes than http and https are refused, as a front would make them a
  /// link.
  mutating func source() -> String? {
    guard let text = text(.source) else { return nil }
    if let address = address(text, in: .source) { return address }
    if let scheme = WebAddress.scheme(of: text), !WebAddress.schemes.contains(scheme) {
      fault(.source, "is an address of the kind \(scheme):; use http or https")
      return nil
    }
    warn(.source, "isn't an http or https address")
    return text
  }

  /// The web address that a text is, with spaces written as browsers write them; `nil` for any
  /// other text.
  private mutating func address(_ text: String, in column: CatalogueColumn) -> String? {
    if WebAddress.isWeb(text) { return text }
    guard let address = WebAddress.withoutSpaces(text) else { return nil }
    remark(column, "has spaces; write them as %20")
    return address
  }

  /// The name of the original, if this item is a copy; `nil` with a warning when that is the item
  /// itself.
  mutating func copyOf() -> String? {
    guard let text = text(.copyOf).map(Identifier.composed) else { return nil }
    guard text != identifier else {
      warn(.copyOf, "is the item itself; ignored")
      return nil
    }
    return text
  }

  /// The picture: an address, or a file that is there.
  mutating func media(in folders: MediaFolders?) -> Media? {
    guard let text = text(.media) else { return nil }
    if let address = address(text, in: .media) { return .url(address) }
    if let scheme = WebAddress.scheme(of: text) {
      guard !WebAddress.schemes.contains(scheme) else {
        leaveOut(.media, "isn't a complete http or https address", hint: nil)
        return nil
      }
      leaveOut(
        .media, "is an address of the kind \(scheme):", hint: "use http, https or a file")
      return nil
    }
    guard let folders else {
      leaveOut(
        .media, "is a file, but standard input has no folder",
        hint: "name the folder with --media-folder FOLDER")
      return nil
    }
    switch folders.find(text) {
    case .success(let path): return .file(path: path)
    case .failure(let fault):
      leaveOut(.media, fault.reason, hint: fault.hint)
      return nil
    }
  }
}
