internal import TimeWalkBase
internal import TimeWalkAPI

/// A page in one file: it needs no network, and has all its content without its script.
package enum WebPage {
  /// The styles of its views, and of their overlaid pictures.
  package static var style: [UInt8] { PackageResources.page_css }
  package static var script: [UInt8] { PackageResources.page_js }

  /// Puts a page together.
  ///
  /// - Parameters:
  ///   - title: its title, and its first heading.
  ///   - lead: a sentence below it.
  ///   - body: the content, as HTML.
  ///   - text: its words.
  /// - Returns: the file's bytes.
  package static func bytes(
    title: String, lead: String, body: String, in text: PageText = PageText()
  ) -> [UInt8] {
    let values = Values(
      language: text.language, version: Version.current, title: title, lead: lead,
      footer: text(
        "Made by TimeWalk %1. All of it is in this file; nothing is loaded from elsewhere.",
        Version.current),
      styleHTML: String(decoding: style, as: UTF8.self), bodyHTML: body,
      scriptHTML: String(decoding: script, as: UTF8.self))
    return Array(PageFile.page.html(values, in: text).utf8)
  }

  /// The values of its template.
  private struct Values {
    let language: String
    let version: String
    let title: String
    let lead: String
    let footer: String
    let styleHTML: String
    let bodyHTML: String
    let scriptHTML: String
  }
}
