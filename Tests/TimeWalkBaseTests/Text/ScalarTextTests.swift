import Testing
import TimeWalkBase

@Suite("Texts by their code points")
struct ScalarTextTests {
  @Test("A sign is replaced also where a mark is combined with it")
  func replaced() {
    #expect("a'\u{301}b'".replacingScalars("'", with: "_") == "a_\u{301}b_")
    #expect("a\r\n".replacingScalars("\n", with: " ") == "a\r ")
    #expect("".replacingScalars("x", with: "y") == "")
  }

  @Test("Text that was written into XML is read back equal")
  func xml() {
    for text in ["<\u{338}b>", "&\u{301}lt;", "\"\u{20DD}", "a\r\u{301}"] {
      #expect(XMLText.unescaped(XMLText.escaped(text)) == text, "\(text)")
    }
    #expect(XMLText.unescaped("&apos;&amp;lt;") == "'&lt;")
  }
}
