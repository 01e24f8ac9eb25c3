internal import CText

/// A script of Unicode, as HarfBuzz numbers them.
struct TextScript: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32

  static let common = TextScript(rawValue: HB_SCRIPT_COMMON.rawValue)
  private static let shared = [
    HB_SCRIPT_COMMON.rawValue, HB_SCRIPT_INHERITED.rawValue, HB_SCRIPT_UNKNOWN.rawValue,
  ]

  /// The script of each character; common characters such as digits get that of the character
  /// before.
  static func scripts(of scalars: [UInt32]) -> [TextScript] {
    guard let harfBuzz = twg_load()?.pointee,
      let functions = harfBuzz.hb_unicode_funcs_get_default()
    else { return scalars.map { _ in .common } }
    let own = scalars.map { harfBuzz.hb_unicode_script(functions, $0).rawValue }
    var current = own.first { !shared.contains($0) } ?? HB_SCRIPT_COMMON.rawValue
    return own.map { script in
      if !shared.contains(script) { current = script }
      return TextScript(rawValue: current)
    }
  }

  /// The language for a text's letter forms, as a tag of RFC 3066.
  ///
  /// The same Han character looks different in Japan and China. A text with kana is Japanese, one
  /// with hangul Korean, one with bopomofo Chinese as in Taiwan, and one with Han characters alone
  /// Chinese.
  static func language(of scripts: [TextScript]) -> String {
    let found = Set(scripts.map(\.rawValue))
    if found.contains(HB_SCRIPT_HIRAGANA.rawValue) || found.contains(HB_SCRIPT_KATAKANA.rawValue) {
      return "ja"
    }
    if found.contains(HB_SCRIPT_HANGUL.rawValue) { return "ko" }
    if found.contains(HB_SCRIPT_BOPOMOFO.rawValue) { return "zh-tw" }
    return found.contains(HB_SCRIPT_HAN.rawValue) ? "zh-cn" : "en"
  }
}
