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
    let values = PageValues(
      planHTML: plan(of: stops.map(\.item), in: text),
      stops: stops.enumerated().map { index, stop in
        let item = stop.item
        let year = text.year(item.date.map(ItemWords.year) ?? "undated")
        return PageValues.Stop(
          id: id(index), number: index + 1,
          title: ItemWords.title(item.title, or: item.id, beside: year), year: year,
          old: stop.old.map { PageValues.Figure($0, credits(item, text)) },
          taken: stop.taken.map { PageValues.Figure($0.bytes, $0.words) })
      })
    return WebPage.bytes(
      title: event, lead: text("Each old view beside the event's pictures of it."),
      body: PageFile.stops.html(values, in: text), in: text)
  }

  /// The values of the page's template.
  private struct PageValues {
    struct Stop {
      let id: String
      let number: Int
      let title: String
      let year: String
      let old: Figure?
      let taken: [Figure]
    }

    struct Figure {
      let addressHTML: String
      let words: String

      init(_ jpeg: [UInt8], _ words: String) {
        (addressHTML, self.words) = (PageView.Picture.data(jpeg), words)
      }
    }

    let planHTML: String?
    let stops: [Stop]
  }

  private static func id(_ index: Int) -> String { "stop-\(index + 1)" }

  private static func credits(_ item: ItemReport, _ text: PageText) -> String {
    [item.creator, item.credit, item.license.map { text(ItemWords.rights($0).words) }]
      .compactMap(\.self).joined(separator: ", ")
  }
}
