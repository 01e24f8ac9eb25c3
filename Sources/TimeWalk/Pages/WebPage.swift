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
    let css = String(decoding: style, as: UTF8.self)
    let script = String(decoding: script, as: UTF8.self)
    return Array(
      """
      <!DOCTYPE html>
      <html lang="\(text.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="TimeWalk \(Version.current)">
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(css)</style>
      </head>
      <body>
      <header>
      <h1>\(HTMLText.own(title))</h1>
      <p>\(HTMLText.escaped(lead))</p>
      </header>
      <main>
      \(body)
      </main>
      <footer><p class="quiet">\(text.html("Made by TimeWalk %1. All of it is in this file; nothing is loaded from elsewhere.", Version.current))</p></footer>
      <script>
      \(script)</script>
      </body>
      </html>

      """.utf8)
  }
}
