internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkBase

/// The result of `library page`.
public struct PageReport: Codable, Hashable, Sendable {
  /// The photos on the page, in their order.
  public var photos: [Int]
  /// The file's length in bytes.
  public var bytes: Int
  /// Notes for the user, in plain sentences.
  public var warnings: [String]
}

extension Pipeline {
  /// The maximum number of photos on one page: it is one file, which a browser loads as a whole.
  public static let mostOnPage = 300

  /// The longest side of a picture on a page of this many photos, pixels.
  private static func side(of count: Int) -> Int {
    switch count {
    case ...12: Composer.greatestPageSide
    case ...40: 960
    default: 640
    }
  }

  /// The quality of a page's JPEGs, 1...100.
  private static let pageQuality = 82

  /// Writes the page of many photos of the library, each with its best picture of then and its
  /// periods in words.
  ///
  /// Photos with missing pictures are left out with a warning.
  /// - Parameters:
  ///   - sequences: their numbers; all without any.
  ///   - path: the page's file, which appears complete or not at all; standard output without one.
  /// - Returns: the content of the page.
  /// - Throws: `notFound` where the library has none of a number, or nothing to show,
  ///   `limitExceeded` for more than `mostOnPage`, and the errors of other targets.
  public func writePage(of sequences: [Int], to path: String?) throws(TimeWalkError) -> PageReport {
    let library = try opened()
    var records: [PhotoRecord] = []
    do throws(LibraryError) {
      if sequences.isEmpty {
        records = try library.photos(limit: Pipeline.mostOnPage + 1)
      } else {
        for sequence in try library.checked(sequences) {
          records.append(try library.photo(sequence))
        }
      }
    } catch { throw TimeWalkError(error) }
    guard records.count <= Pipeline.mostOnPage else {
      throw TimeWalkError(
        .limitExceeded,
        "a page can have at most \(Pipeline.mostOnPage) photos; give the numbers of some photos"
      )
    }
    var report = PageReport(photos: [], bytes: 0, warnings: [])
    var views: [PageView] = []
    for record in records {
      do throws(TimeWalkError) {
        let hold = MemoryBudget.Hold(of: memory)
        let (composer, _) = try composer(
          of: record, maxBytes: SubmitRequest.usualMaxBytes, hold: hold)
        views.append(
          try composer.view(
            "photo-\(record.sequence)", nil, side: Pipeline.side(of: records.count),
            quality: Pipeline.pageQuality, periods: 1))
        report.photos.append(record.sequence)
      } catch {
        report.warnings.append("Left out photo \(record.sequence): \(storeFaults.words(error)).")
      }
    }
    guard !views.isEmpty else {
      throw TimeWalkError(
        .notFound,
        report.warnings.first ?? "the library has no photos for a page; submit some first")
    }
    let bytes = WebPage.bytes(
      title: "A walk through time",
      lead:
        "\(views.count == 1 ? "1 photo" : "\(views.count) photos"), each beside what was there before.",
      body: Pipeline.body(of: zip(report.photos, views).map { ($0, $1) }))
    let target = try ExportTarget(path, isPrivate: true)
    try target.write(bytes)
    try target.finish()
    report.bytes = bytes.count
    return report
  }

  private static func body(of photos: [(sequence: Int, view: PageView)]) -> String {
    let places = photos.map { sequence, view in
      let viewpoint = view.answer.viewpoint
      return RoutePlan.Place(
        id: view.id, number: sequence, latitude: viewpoint.latitude,
        longitude: viewpoint.longitude, heading: viewpoint.heading)
    }
    let values = PhotosValues(
      planHTML: RoutePlan(places)?.html(),
      photos: photos.map { sequence, view in
        let title = view.periods.isEmpty ? "" : view.periods[view.shown].match.title
        return PhotosValues.Photo(
          number: sequence, title: title.isEmpty ? nil : title, viewHTML: view.html(headings: 3))
      })
    return PageFile.photos.html(values, in: PageText())
  }

  /// The values of the template of several photos.
  private struct PhotosValues {
    struct Photo {
      let number: Int
      let title: String?
      let viewHTML: String
    }

    let planHTML: String?
    let photos: [Photo]
  }
}
