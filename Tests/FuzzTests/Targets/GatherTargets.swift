import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

@testable import TimeWalkGather

extension FuzzTarget {
  /// Commons' data of a file and its row; and any text of a source.
  static let gather = FuzzTarget("gather", longest: 4096) {
    let place =
      #"{"mainsnak":{"datavalue":{"value":{"latitude":38.7,"longitude":-9.1,"precision":0.0001,"globe":"http://x/Q2"}}},"#
      + #""qualifiers":{"P7787":[{"datavalue":{"value":{"amount":"+45","unit":"http://x/Q28390"}}}]},"rank":"normal"}"#
    let date =
      #"{"mainsnak":{"datavalue":{"value":{"time":"+1905-05-00T00:00:00Z","precision":10}}},"rank":"normal"}"#
    let words =
      #""DateTimeOriginal":{"source":"commons-desc-page","value":"c. 1905<div style=\"display: none\">date QS:P571,+1905-00-00T00:00:00Z/9,P1480,Q5727902</div>"}"#
    let info =
      #"{"mime":"image/jpeg","descriptionurl":"https://x/y","thumburl":"https://x/z","extmetadata":{"#
      + words
      + #","LicenseUrl":{"value":"https://creativecommons.org/licenses/by/4.0"},"Artist":{"value":"<a>Ada &amp; Bo</a>"}}}"#
    let page = #"{"title":"File:a.jpg","imageinfo":[\#(info)],"coordinates":[{"type":"camera"}]}"#
    return [
      #"{"page":\#(page),"statements":{"P1259":[\#(place)],"P571":[\#(date)]}}"#,
      #"{"page":\#(page),"statements":{"P9149":[\#(place)]}}"#,
      "{{Location-Panorama|lon=1|left=300|right=420|x={{y|left=2}}}}",
      #"<p style="display: none">a</p><time datetime="1905-05">b</time>&#x41;&nbsp;"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let plain = PlainText.of(text)
    try promise(plain.utf8.count <= max(text.utf8.count, 4096), "a text has grown")
    _ = PlainText.attribute("datetime", of: "time", in: text)
    if let date = WikibaseDate.edtf(quickStatement: text) {
      try promise((try? CaptureDate(edtf: date)) != nil, "\(date) is no EDTF")
    }
    if let panorama = CommonsPanorama(wikitext: text) {
      try promise(
        (0..<360).contains(panorama.heading) && panorama.fieldOfView > 0
          && panorama.fieldOfView <= 360, "a panorama has edges that can't be")
    }
    guard let value = try? JSONValue(document: bytes), let era = try? Era(edtf: "1000/2000"),
      let center = Coordinate(latitude: 38.7, longitude: -9.1),
      let area = try? GatherArea(center: center, radius: 2000)
    else { return }
    let file = CommonsFile(
      number: 1, page: value["page"]?.members ?? [:],
      statements: value["statements"]?.members ?? [:])
    guard case .success(let row) = file.row(for: GatherQuestion(area: area, era: era)) else {
      return
    }
    try promise((try? JSONValue(document: Array(row.line.utf8))) != nil, "a row is no JSON")
    try promise(!row.line.contains("\n"), "a row is more than a line")
    try promise((try? CaptureDate(edtf: row[.date] ?? "")) != nil, "a date is no EDTF")
    for text in Array(row.fields.values) + Array(row.others.values) {
      try promise(
        !text.isEmpty && text.count <= GatheredRow.longestText
          && !text.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "a text of a source stands in a row as it is")
    }
    try promise(
      row.picture == nil || CopyPermission.isGiven(by: row[.license]),
      "a picture is named that may not be copied")
  }
}
