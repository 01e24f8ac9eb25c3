internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkReading
internal import TimeWalkText

/// A photo with its periods and maps as parts of a page, and the pictures on it.
package struct PhotoView: Sendable {
  /// The answer that was given, without what is withheld.
  package let answer: WalkResponse
  /// The title of the match that is shown first; `nil` where there is none.
  package let title: String?
  /// The years of its periods and its own.
  package let span: String
  /// Whether an old picture is shown.
  package let hasPicture: Bool
  private let view: PageView
  private let pictures: [String: [UInt8]]

  /// How many bytes its pictures have.
  package var bytes: Int { view.bytes }

  fileprivate init(_ view: PageView, _ pictures: [String: [UInt8]]) {
    self.view = view
    self.pictures = pictures
    answer = view.answer
    let shown = view.periods.isEmpty ? nil : view.periods[view.shown].match
    title = shown.map { $0.title.isEmpty ? $0.id : $0.title }
    span = view.span
    hasPicture = view.periods.contains { $0.image != nil }
  }

  /// Both pictures, the periods, the plan and the maps as HTML, without a heading of the whole.
  ///
  /// - Parameters:
  ///   - level: of the headings of its periods.
  ///   - text: the page's words.
  /// - Returns: the markup.
  package func html(headings level: Int, in text: PageText) -> String {
    view.html(headings: level, in: text)
  }

  /// A picture by its name, a JPEG; `nil` where it has none of this name.
  package func picture(_ name: String) -> [UInt8]? { pictures[name] }

  /// The style that its markup needs, and the script that lays its pictures upon each other.
  package static var style: [UInt8] { PackageResources.page_css }
  package static var script: [UInt8] { PackageResources.page_js }
}

extension Walker {
  /// The quality of the pictures of a view, 1...100.
  private static let viewQuality = 82

  /// Makes the view of a photo of the library.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - picture: the address of one of its pictures by its name.
  ///   - item: the address of an item's page by its name.
  /// - Returns: the view.
  /// - Throws: `notFound` where the library has none of this id, `dataRefused` where another
  ///   version wrote its answer, `inputMissing` where its clean picture is gone, and what the rooms
  ///   throw.
  package func photoView(
    of id: String, picture: (String) -> String, item: @escaping @Sendable (String) -> String
  ) throws(WalkError) -> PhotoView {
    let library = try opened()
    let record: PhotoRecord
    do throws(LibraryError) { record = try library.photo(id: id) } catch { throw WalkError(error) }
    let hold = MemoryBudget.Hold(of: memory)
    var (composer, _) = try composer(
      of: record, maxBytes: SubmitRequest.usualMaxBytes, hold: hold)
    // Somebody waits for the page.
    composer.alignsEveryPeriod = false
    return try composer.photoView(quality: Walker.viewQuality, picture: picture, item: item)
  }
}

extension Composer {
  /// The view of this photo with each picture at an address of its own.
  fileprivate func photoView(
    quality: Int, picture: (String) -> String, item: @escaping @Sendable (String) -> String
  ) throws(WalkError) -> PhotoView {
    var view = try self.view(
      "view", try placedForView(), side: Self.greatestPageSide, quality: quality, periods: .max)
    view.maps = try pageMaps(mapsAround(), side: Self.greatestPageSide, quality: quality)
    view.items = item
    var pictures: [String: [UInt8]] = [:]
    func name(_ image: inout PageView.Image, _ name: String) {
      image.address = picture(name)
      pictures[name] = image.bytes
    }
    name(&view.now, "now")
    for index in view.periods.indices {
      guard var image = view.periods[index].image else { continue }
      name(&image, "then-\(index)")
      view.periods[index].image = image
    }
    for index in view.maps.map({ $0.layers.indices }) ?? 0..<0 {
      guard var image = view.maps?.layers[index].image else { continue }
      name(&image, "map-\(index)")
      view.maps?.layers[index].image = image
    }
    return PhotoView(view, pictures)
  }

  /// The picture that is shown in the photo's frame; `nil` where it can't be, or mustn't.
  private func placedForView() throws(WalkError) -> PlacedPicture? {
    guard let old, !RightsStatement.forbidsDerivatives(old.item.license ?? "") else { return nil }
    // What can't be fitted stands beside the photo.
    return try? frame(photo.image.size).place(
      old.shown.image, of: old.item, historical: old.historical)
  }
}
