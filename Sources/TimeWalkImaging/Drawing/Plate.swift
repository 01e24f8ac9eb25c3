/// A card in place of a missing picture, recognizable as a card.
package struct Plate: Sendable, Hashable {
  /// A labelled line, such as "Creator" and a name.
  package struct Detail: Sendable, Hashable {
    /// Its kind.
    package let label: String
    /// Its text; an empty one is not drawn.
    package let text: String

    /// Makes a detail.
    package init(label: String, text: String) {
      self.label = label
      self.text = text
    }
  }

  /// Stands at the top, in the bar.
  package var headline = "NO PICTURE HERE"
  /// The text next to the headline.
  package var explanation = "This card stands in for an image that is kept elsewhere."
  /// The picture's title.
  package var title: String
  /// Labelled lines below the title, in order.
  package var details: [Detail]
  /// The words above the link.
  package var linkLabel = "The image is kept at"
  /// The picture's address, shown in full if it fits in four lines; `nil` or empty if unknown.
  ///
  /// A web address is also drawn as a QR code, if libqrencode is installed and the card is large
  /// enough.
  package var link: String?

  /// Lines that a title may take before it ends in an ellipsis.
  package static let maximumTitleLines = 3
  /// Lines that a detail may take.
  package static let maximumDetailLines = 2
  /// Lines that a link may take.
  package static let maximumLinkLines = 4

  /// Makes a plate.
  package init(title: String, details: [Detail], link: String? = nil) {
    self.title = title
    self.details = details
    self.link = link
  }
}

/// A drawn plate, with its problems.
package struct DrawnPlate: Sendable {
  /// The card.
  package let image: PlanarImage
  /// Details without enough space.
  package let dropped: [Plate.Detail]
  /// Parts of the text that could not be set correctly.
  package let gaps: TextGaps
}

extension Plate {
  /// The default size of a plate.
  package static let size = PixelSize(width: 1600, height: 1200)

  /// The smallest size that a plate can be read at.
  package static let smallestSize = PixelSize(width: 320, height: 240)

  /// Draws the card.
  ///
  /// - Throws: ``ImagingError`` when the size is below ``smallestSize`` or memory runs out.
  package func draw(size: PixelSize = Plate.size, fonts: FontSet) throws(ImagingError) -> DrawnPlate
  {
    guard size.width >= Self.smallestSize.width, size.height >= Self.smallestSize.height else {
      throw ImagingError(
        .invalidArgument, "a card of \(size.width) x \(size.height) is too small to read")
    }
    let details = details.filter { !$0.text.allSatisfy(\.isWhitespace) }
    let code = Self.isWebAddress(link ?? "") ? QRCode(link ?? "") : nil
    func laidOut(_ details: [Detail], scale: Double) -> PlateLayout {
      PlateLayout(self, details: details, code: code, size: size, scale: scale, fonts: fonts)
    }
    var layout = laidOut(details, scale: 1)
    // First everything a little smaller, then fewer details.
    for scale in [0.9, 0.8, 0.7] where !layout.fits {
      layout = laidOut(details, scale: scale)
    }
    var shown = details.count
    while !layout.fits, shown > 0 {
      shown -= 1
      layout = laidOut(Array(details.prefix(shown)), scale: 0.7)
    }
    return DrawnPlate(
      image: try layout.drawn(fonts: fonts), dropped: Array(details.dropFirst(shown)),
      gaps: layout.gaps)
  }

  private static func isWebAddress(_ text: String) -> Bool {
    let lower = text.prefix(8).lowercased()
    return lower.hasPrefix("https://") || lower.hasPrefix("http://")
  }
}
