@testable import TimeWalkImaging

extension FuzzTarget {
  /// Titles: FriBidi orders them, HarfBuzz and FreeType set them, in the machine's fonts.
  static let text = FuzzTarget("text", longest: 1024) {
    [
      "Fifth Avenue, looking north", "רחוב יפו (Jaffa Road) 1911", "شارع فؤاد Shepheard’s 1905",
      "चाँदनी चौक, दिल्ली", "วัดพระศรีรัตนศาสดาราม", "東京・銀座「新橋」（1911年）",
      "e\u{301}\u{301}\u{202E}a\u{2067}ב\u{200F}", "👩‍👩‍👧‍👦 བསྒྲུབས",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let typeface = try FontSet().regular
    let whole = typeface.wrap(text, size: 14, width: 120)
    func seen(_ text: String) -> String { text.filter { !LineBreaks.isSpace($0) } }
    try promise(
      seen(whole.lines.map(\.text).joined()) == seen(Typeface.plain(text)), "a line lost text")
    for line in whole.lines + typeface.wrap(text, size: 14, width: 120, maximumLines: 2).lines {
      let isOneLetter = line.text.count <= 2
      try promise(line.width <= 120 || isOneLetter, "a line is \(line.width) pixels wide")
      let scalars = line.text.unicodeScalars.count
      try promise(line.glyphs.allSatisfy { $0.scalar < scalars }, "a glyph stands for no letter")
      try promise(
        line.reachAbove <= 28 && line.reachBelow <= 14, "a line of 14 pixels is too high")
      var coverage = Coverage(width: 130, height: 40)
      typeface.draw(line, x: 4, baseline: 28, edge: 1, into: &coverage)
    }
  }
}
