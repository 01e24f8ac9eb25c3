import Testing
import TimeWalkArchive

@testable import TimeWalkGather

@Suite("Texts of sources")
struct PlainTextTests {
  @Test(
    "HTML becomes its visible text",
    arguments: [
      ("plain", "plain"), ("a &amp; b", "a & b"), ("a & b &", "a & b &"), ("&#8364;&#x41;", "€A"),
      ("&nothing; &#0; &#xD800;", "&nothing; &#0; &#xD800;"), ("<b>a</b><i>b</i>", "a b"),
      ("<a href=\"x\">Ada</a>, <a>Bo</a>.", "Ada, Bo."), ("  a\n\t b  ", "  a\n\t b  "),
      ("<p>  a\n\t b  </p>", "a b"), ("x<br>y<br/>z", "x y z"),
      ("a<div style=\"display: none\">b<span>c</span><br></div>d", "a d"),
      ("a<SCRIPT>alert(1)</SCRIPT>b<style>.x{}</style>c", "a b c"),
      ("<div style='DISPLAY:NONE'>never closed", ""), ("a < b", "a < b"), ("a <b", "a <b"),
      ("</div>a", "a"), ("<>a", "a"), ("Łódź – <i>ulica</i>", "Łódź – ulica"),
    ])
  func html(html: String, text: String) { #expect(PlainText.of(html) == text) }

  @Test("A text without end is read to a bound, and quickly")
  func long() {
    let text = PlainText.of(String(repeating: "<b>a", count: 1 << 20))
    #expect(text.utf8.count <= PlainText.longest)
    #expect(PlainText.of(String(repeating: "<div style=display:none>", count: 1 << 16)).isEmpty)
    #expect(PlainText.of(String(repeating: "<", count: 1 << 20)).utf8.count <= PlainText.longest)
  }

  @Test("Control characters of a source are spaces in a row, and long texts are cut")
  func rows() {
    var row = GatheredRow(id: "1")
    row[.title] = "a\u{7}b\u{85}c\nd"
    #expect(row[.title] == "a b c d")
    row[.title] = "  \u{1B} "
    #expect(row[.title] == nil)
    row[.title] = "©" + String(repeating: "x", count: 5000)
    #expect(row[.title]?.count == GatheredRow.longestText)
    row[.creator] = "Zoë ©"
    #expect(row[.creator] == "Zoë ©")
  }
}
