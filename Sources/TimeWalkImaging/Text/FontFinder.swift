internal import Foundation

/// Finds the font files at run time.
///
/// A named folder is the only one that is searched: a fallback must not hide a wrong path.
/// Otherwise these are tried in order: `../share/timewalk/Fonts` next to the executable, a folder
/// `Fonts` in any of the executable's parent folders, and the folder of Debian's package
/// fonts-dejavu-core.
package struct FontFinder: Sendable {
  /// The environment variable that names the folder.
  package static let variable = "TIMEWALK_FONTS"

  /// The folders that are looked at, in order.
  package let folders: [String]

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - folder: The folder to use, before all others.
  ///   - environment: The environment; the process's own by default.
  ///   - executable: The path of the program; that of the running one by default.
  package init(
    folder: String? = nil, environment: [String: String]? = nil, executable: String? = nil
  ) {
    let environment = environment ?? ProcessInfo.processInfo.environment
    if let named = folder ?? environment[Self.variable], !named.isEmpty {
      folders = [named]
      return
    }
    var found: [String] = []
    if let program = executable ?? Self.runningProgram {
      let bin = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
      found.append(
        bin.deletingLastPathComponent().appendingPathComponent("share/timewalk/Fonts").path)
      var parent = bin
      while true {
        found.append(parent.appendingPathComponent("Fonts").path)
        if parent.path == "/" || parent.path.isEmpty { break }
        parent.deleteLastPathComponent()
      }
    }
    folders = found + ["/usr/share/fonts/truetype/dejavu"]
  }

  /// The path of a font file.
  ///
  /// - Parameter file: Its name, such as `DejaVuSans.ttf`.
  /// - Returns: The path in the first folder that has it.
  /// - Throws: ``ImagingError`` with the code `fontMissing`, naming the folders that were looked
  ///   at.
  package func path(of file: String) throws(ImagingError) -> String {
    for folder in folders {
      let path = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(file).path
      if FileManager.default.isReadableFile(atPath: path) { return path }
    }
    throw ImagingError(
      .fontMissing,
      "the font \(file) is missing from \(folders.joined(separator: ", ")); set another folder in \(Self.variable)"
    )
  }

  private static var runningProgram: String? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments.first
  }
}

/// The typefaces that TimeWalk draws with.
package struct FontSet: Sendable {
  /// For running text.
  package let regular: Typeface
  /// For titles.
  package let bold: Typeface

  /// Loads DejaVu Sans, which has all the signs that an overlay needs (`° ↑ ∠ − × ±`).
  ///
  /// - Parameters:
  ///   - finder: finds the font.
  ///   - installed: The fonts for its missing characters; `nil` for none.
  /// - Throws: ``ImagingError`` with the code `fontMissing` or `fontUnusable`.
  package init(_ finder: FontFinder = FontFinder(), installed: InstalledFonts? = .shared)
    throws(ImagingError)
  {
    regular = try Typeface(path: finder.path(of: "DejaVuSans.ttf"), installed: installed)
    bold = try Typeface(
      path: finder.path(of: "DejaVuSans-Bold.ttf"), isBold: true, installed: installed)
  }
}
