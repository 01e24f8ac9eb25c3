import Testing
import TimeWalkBase

@Suite("Texts of others in a page")
struct HTMLTextTests {
  @Test("No text becomes markup, and invisible characters are shown")
  func escaped() {
    #expect(
      HTMLText.escaped("<b a='1' c=\"2\">&amp;</b>")
        == "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;&lt;/b&gt;")
    #expect(HTMLText.escaped("a\u{202E}b\u{0}") == "a\\u{202E}b\\u{0}")
    #expect(HTMLText.own("שלום") == "<bdi>שלום</bdi>")
  }

  @Test("A number keeps its unit in its line, and other words their spaces")
  func unbroken() {
    #expect("accurate to 3 m, 12 %; 1 item".unbroken == "accurate to 3\u{A0}m, 12\u{A0}%; 1 item")
    #expect("5  km of 2 km".unbroken == "5  km of 2\u{A0}km")
    #expect("4 months by m and".unbroken == "4 months by m and" && "".unbroken.isEmpty)
  }

  @Test(
    "Only addresses of the web become links",
    arguments: ["javascript:alert(1)", " https://a.example", "data:text/html,x", "//a.example"])
  func noLink(address: String) {
    #expect(!HTMLText.link(address).contains("href"))
  }

  @Test("An address keeps within its quotes")
  func link() {
    #expect(
      HTMLText.link("https://a.example/\"onclick=\"x")
        == "<a href=\"https://a.example/&quot;onclick=&quot;x\" rel=\"noopener noreferrer\">"
        + "<bdi>https://a.example/&quot;onclick=&quot;x</bdi></a>")
  }
}
