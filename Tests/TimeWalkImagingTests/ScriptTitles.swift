import Testing

@testable import TimeWalkImaging

/// Titles in several scripts, and the fonts that their recorded pictures were set in.
enum ScriptTitles {
  struct Title: Sendable, CustomTestStringConvertible {
    let language: String, text: String, maker: String
    var testDescription: String { language }
  }

  static let all = [
    Title(
      language: "Hebrew", text: "רחוב יפו (Jaffa Road) בירושלים, מבט אל שער יפו בשנת 1911",
      maker: "בונפיס"),
    Title(
      language: "Arabic", text: "شارع فؤاد في القاهرة، منظر من فندق Shepheard’s نحو عام 1905",
      maker: "لكجيان وشركاه"),
    Title(
      language: "Hindi", text: "चाँदनी चौक, दिल्ली: लाल क़िले की ओर का दृश्य, लगभग 1890",
      maker: "लाला दीन दयाल"),
    Title(
      language: "Thai", text: "วัดพระศรีรัตนศาสดาราม กรุงเทพฯ มองจากแม่น้ำเจ้าพระยา พ.ศ. 2440",
      maker: "โรเบิร์ต เลนซ์"),
    Title(
      language: "Chinese", text: "上海外滩，从花旗总会大楼向南望去，约1911年（明信片）",
      maker: "上海图书馆"),
    Title(
      language: "Japanese", text: "東京・銀座四丁目の交差点、服部時計店から「新橋」方面を望む（1911年ごろ）",
      maker: "日下部金兵衛"),
  ]

  /// The project's own fonts, and the machine's for missing characters.
  static func fonts() throws -> FontSet { try FontSet(FontFinder(environment: [:])) }

  /// True if the fonts of the recorded pictures are installed here.
  static let areInstalled = [0x928, 0xE01, 0x4E1C, 0x3042].allSatisfy { character in
    [false, true].allSatisfy { isBold in
      let font = InstalledFonts.shared.font(
        for: [UInt32(character)], language: "ja", isBold: isBold)
      return font?.path.contains("/NotoSans") ?? false
    }
  }

  static func plate(_ title: Title) -> Plate {
    Plate(
      title: title.text,
      details: [
        .init(label: "Date", text: "1911"), .init(label: "By", text: title.maker),
        .init(label: "Credit", text: "\(title.maker) – \(title.text)"),
      ], link: "https://example.org/items/510d47dc")
  }
}
