internal import Foundation
internal import TimeWalkBase

/// A view that the guests of an event are to find, with their pictures of it.
package struct EventStop: Sendable {
  /// A guest's picture.
  package struct GuestPicture: Sendable {
    /// A JPEG.
    package let bytes: [UInt8]
    /// Its owner and the time of capture.
    package let words: String

    /// Takes a picture.
    package init(bytes: [UInt8], words: String) {
      self.bytes = bytes
      self.words = words
    }
  }

  /// The old view, from the archive.
  package let item: ItemReport
  /// Its picture, a JPEG; `nil` if the archive has no file.
  package let old: [UInt8]?
  /// The guests' pictures, in order.
  package let taken: [GuestPicture]

  /// Takes a view.
  package init(item: ItemReport, old: [UInt8]?, taken: [GuestPicture]) {
    self.item = item
    self.old = old
    self.taken = taken
  }
}

/// The views of an event as parts of a page, and as a page of their own.
package enum EventStops {
  /// The maximum number of guests' pictures on a page: it is one file, which a browser loads as a
  /// whole.
  package static let mostOnPage = 300

  /// A small map, north up, with the views by their numbers.
  ///
  /// - Parameters:
  ///   - items: the views, in their order; each leads to `#stop-` and its number.
  ///   - text: the page's words.
  /// - Returns: HTML; `nil` for fewer than two views.
  package static func plan(of items: [ItemReport], in text: PageText = PageText()) -> String? {
    RoutePlan(
      items.enumerated().map { index, item in
        RoutePlan.Place(
          id: id(index), number: index + 1, latitude: item.latitude, longitude: item.longitude,
          heading: item.heading)
      })?.html(in: text, areViews: true)
  }

  /// The page of old and new pictures of all views of an event, in one file.
  ///
  /// - Parameters:
  ///   - event: its name.
  ///   - stops: its views, in their order.
  ///   - text: the page's words.
  /// - Returns: the file's bytes.
  package static func page(
    of event: String, _ stops: [EventStop], in text: PageText = PageText()
  ) -> [UInt8] {
    let articles = stops.enumerated().map { index, stop in
      let item = stop.item
      let title = HTMLText.own(item.title.isEmpty ? item.id : item.title)
      let year = HTMLText.escaped(text.year(item.date.map(ItemWords.year) ?? "undated"))
      let chip = "<span class=\"chip\">\(year)</span>"
      let old =
        stop.old.map {
          figure($0, alt: text.html("The view then"), caption: "\(chip) \(credits(item, text))")
        }
        ?? "<div class=\"empty\"><p>\(chip) \(text.html("No picture."))</p></div>"
      let taken = stop.taken.map { taken in
        figure(
          taken.bytes, alt: text.html("The view now"),
          caption:
            "<span class=\"chip now\">\(text.html("Now"))</span> \(HTMLText.own(taken.words))")
      }
      let now =
        taken.isEmpty
        ? "<div class=\"empty\"><p class=\"quiet\">\(text.html("Not taken yet."))</p></div>"
        : taken.joined(separator: "\n")
      return """
        <article aria-labelledby="\(id(index))">
        <h2 id="\(id(index))">\(index + 1). \(title)</h2>
        <div class="sheets">
        \(old)
        <div>\(now)</div>
        </div>
        </article>
        """
    }
    let plan = plan(of: stops.map(\.item), in: text)
    return WebPage.bytes(
      title: event, lead: text("Each old view beside the event's pictures of it."),
      body: ((plan.map { [$0] } ?? []) + articles).joined(separator: "\n"), in: text)
  }

  private static func id(_ index: Int) -> String { "stop-\(index + 1)" }

  private static func credits(_ item: ItemReport, _ text: PageText) -> String {
    HTMLText.own(
      [item.creator, item.credit, item.license.map { text(ItemWords.rights($0).words) }]
        .compactMap(\.self).joined(separator: ", "))
  }

  private static func figure(_ jpeg: [UInt8], alt: String, caption: String) -> String {
    """
    <figure><img alt="\(alt)" src="data:image/jpeg;base64,\(Data(jpeg).base64EncodedString())">
    <figcaption><p>\(caption)</p></figcaption></figure>
    """
  }
}
