internal import CText
internal import Synchronization

/// The fonts of this machine, by fontconfig, for characters that the program's own font lacks.
///
/// Nothing is loaded before the first such character. Without fontconfig, no font is found.
package final class InstalledFonts: Sendable {
  /// The fonts of this machine.
  package static let shared = InstalledFonts()

  /// The limits of open font files and of characters with a remembered font.
  ///
  /// Beyond them, all are closed when no line uses them, and the cache starts again.
  static let openCapacity = 64, rememberedCapacity = 4096

  fileprivate struct FontQuery: Hashable {
    let characters: [UInt32], language: String, isBold: Bool
  }

  fileprivate struct Place: Hashable {
    let path: String, face: Int
  }

  fileprivate struct State {
    var lists: [String: FontList?] = [:]
    var chosen: [FontQuery: FontFile?] = [:]
    var open: [Place: FontFile] = [:]
    var unusable: Set<Place> = []
  }

  private let state = Mutex(State())

  private init() {}

  /// The number of fonts that fontconfig finds; `nil` for 0 or without fontconfig.
  package var count: Int? {
    state.withLock { $0.list(language: "en", isBold: false)?.count }
  }

  /// Returns true if a font other than the program's own has a character.
  package func has(_ character: Unicode.Scalar) -> Bool {
    font(for: [character.value], language: "en", isBold: false) != nil
  }

  /// The best font that has all these characters, which are drawn together.
  func font(for characters: [UInt32], language: String, isBold: Bool) -> FontFile? {
    let wanted = FontQuery(characters: characters, language: language, isBold: isBold)
    return state.withLock { state -> FontFile? in
      if let known = state.chosen[wanted] { return known }
      let font = state.search(wanted.characters, language: language, isBold: isBold)
      if state.chosen.count >= Self.rememberedCapacity { state.chosen.removeAll() }
      state.chosen[wanted] = .some(font)
      return font
    }
  }
}

extension InstalledFonts.State {
  fileprivate mutating func list(language: String, isBold: Bool) -> FontList? {
    let key = "\(language) \(isBold)"
    if let known = lists[key] { return known }
    let list = FontList(language: language, isBold: isBold)
    lists[key] = .some(list)
    return list
  }

  fileprivate mutating func search(_ characters: [UInt32], language: String, isBold: Bool)
    -> FontFile?
  {
    guard let list = list(language: language, isBold: isBold) else { return nil }
    for (path, face) in list.fonts(with: characters) {
      if let font = file(.init(path: path, face: face)) { return font }
    }
    return nil
  }

  /// A usable font; `nil` if FreeType can't read it, even if fontconfig lists it.
  private mutating func file(_ place: InstalledFonts.Place) -> FontFile? {
    if let known = open[place] { return known }
    guard !unusable.contains(place) else { return nil }
    guard let font = try? FontFile(path: place.path, face: place.face) else {
      unusable.insert(place)
      return nil
    }
    if open.count >= InstalledFonts.openCapacity {
      open.removeAll()
      chosen.removeAll()
    }
    open[place] = font
    return font
  }
}

/// Fontconfig's list for one language and weight.
private final class FontList {
  private let fonts: OpaquePointer

  init?(language: String, isBold: Bool) {
    guard let fonts = twn_find(language, isBold) else { return nil }
    self.fonts = fonts
  }

  deinit { twn_free(fonts) }

  var count: Int { Int(twn_count(fonts)) }

  /// The fonts that have all these characters: sans-serif first, which suit DejaVu Sans.
  func fonts(with characters: [UInt32]) -> [(path: String, face: Int)] {
    let having = (0..<twn_count(fonts)).filter { font in
      characters.allSatisfy { twn_has(fonts, font, $0) }
    }
    let ordered =
      having.filter { twn_is_sans(fonts, $0) } + having.filter { !twn_is_sans(fonts, $0) }
    return ordered.compactMap { font in
      var face: Int32 = 0
      guard let path = twn_file(fonts, font, &face) else { return nil }
      return (String(cString: path), Int(face))
    }
  }
}
