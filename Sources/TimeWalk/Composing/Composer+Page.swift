internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
import TimeWalkReading

extension Composer {
  /// The longest side of a page's pictures, pixels: as large as windows show them, since all
  /// periods are drawn and written at that.
  static let greatestPageSide = 1152

  /// The page of this photo.
  ///
  /// - Parameter placed: the best match's picture in the photo's frame, if known.
  /// - Returns: the page's file.
  /// - Throws: the errors of pictures and the archive, and `limitExceeded` if it can't be made
  ///   small enough.
  func page(_ placed: PlacedPicture?) throws(TimeWalkError) -> Picture {
    let maps = try mapsAround()
    let made = try ByteBudget(bytes: maxBytes).best(of: Self.greatestPageSide) {
      side, quality throws(TimeWalkError) in
      var view = try view("view", placed, side: side, quality: quality, periods: .max)
      view.maps = try pageMaps(maps, side: side, quality: quality)
      let title = view.periods.isEmpty ? "A view" : view.periods[view.shown].match.title
      let bytes = WebPage.bytes(
        title: title.isEmpty ? "Then and now" : title,
        lead: view.periods.isEmpty
          ? "The archive has no picture of this view." : "One view: \(view.span).",
        body: view.html(headings: 2))
      let picture = Picture(
        role: .page, size: view.now.size, bytes: bytes, quality: quality,
        item: old?.item.id.description)
      return (picture, bytes.count)
    }
    guard let made else { throw TimeWalkError.pictureTooLarge(for: maxBytes) }
    return made
  }

  /// This photo as a part of a page.
  ///
  /// - Parameters:
  ///   - id: its identifier on the page.
  ///   - placed: the best match's picture in the photo's frame, if known.
  ///   - side: the longest side of its pictures, pixels.
  ///   - quality: of its JPEGs.
  ///   - most: the number of periods with a picture, the first one with priority.
  /// - Returns: the page's view.
  /// - Throws: the errors of pictures and the archive.
  func view(
    _ id: String, _ placed: PlacedPicture?, side: Int, quality: Int, periods most: Int
  ) throws(TimeWalkError) -> PageView {
    let now = try image(photo.image, side, quality)
    let known = try periodMatches()
    var periods: [PageView.Period] = []
    for match in known {
      let isShown = match.id == old?.item.id.description
      if !isShown && most <= 1 {
        periods.append(
          PageView.Period(
            match: match, item: try item(match), note: "Its picture isn't on this page."))
        continue
      }
      periods.append(
        try period(match, placed: isShown ? placed : nil, isShown: isShown, now.size, quality))
    }
    let best = periods.firstIndex { $0.match.id == old?.item.id.description }
    return PageView(
      id: id, answer: answer, words: photo.words, now: now, periods: periods,
      shown: best ?? periods.firstIndex { $0.image != nil } ?? 0)
  }

  /// The best of each period, oldest first; the picture that is shown is among them.
  private func periodMatches() throws(TimeWalkError) -> [MatchReport] {
    var known = answer.timeline
    guard let old, !known.contains(where: { $0.id == old.item.id.description }),
      let match = answer.matches.first(where: { $0.id == old.item.id.description })
    else { return known }
    let day = old.item.date?.strict.earliest
    let later = known.firstIndex { other in
      guard let day, let date = other.date.flatMap({ try? CaptureDate(edtf: $0) }),
        let first = date.strict.earliest
      else { return false }
      return first > day
    }
    known.insert(match, at: later ?? known.endIndex)
    return known
  }

  private func item(_ match: MatchReport) throws(TimeWalkError) -> Item? {
    guard let id = ItemID(match.id), let archive = pipeline.archive else { return nil }
    return try ArchiveError.rethrowing(archive.item(id))
  }

  private func period(
    _ match: MatchReport, placed: PlacedPicture?, isShown: Bool, _ size: PixelSize, _ quality: Int
  ) throws(TimeWalkError) -> PageView.Period {
    var period = PageView.Period(
      match: match, item: isShown ? old?.item : try item(match))
    guard let item = period.item else {
      period.note = "The archive no longer has it."
      return period
    }
    let side = max(size.width, size.height)
    var shown = isShown ? old?.shown.image : nil
    var isUnreadable = false
    if shown == nil, let path = try pipeline.picturePath(of: item) {
      do throws(TimeWalkError) {
        shown = try pipeline.historicalPicture(at: path, hold: hold).image
      } catch {
        isUnreadable = true
      }
    }
    guard let shown else {
      period.note =
        isUnreadable
        ? "Can't read its picture." : "The archive has only a link to its picture."
      return period
    }
    var placed = placed
    let isFixed = RightsStatement.forbidsDerivatives(item.license ?? "")
    if placed == nil, !isFixed {
      // A picture that can't be aligned is shown next to the photo.
      placed = try? frame(size).place(
        shown, of: item, historical: shown.size, isByPoses: !alignsEveryPeriod)
    }
    guard let placed, !isFixed else {
      period.image = try image(shown, side, quality)
      period.note =
        isFixed
        ? "Its rights forbid changes, so it stands beside the photo."
        : "Its position in the photo's frame is unknown, so it stands beside the photo."
      return period
    }
    period.alignment = placed.alignment
    period.shape = Self.shape(placed.picture)
    period.image = try image(placed.picture.image, side, quality)
    if let offered = placed.offered {
      period.offered = (try image(offered.image, side, quality), Self.shape(offered))
    }
    return period
  }

  func image(_ image: PlanarImage, _ side: Int, _ quality: Int) throws(TimeWalkError)
    -> PageView.Image
  {
    do throws(ImagingError) {
      let fitted = try image.fitted(within: side)
      return PageView.Image(
        bytes: try fitted.encode(quality: quality, restartsEachRow: false), size: fitted.size)
    } catch { throw TimeWalkError(error) }
  }

  /// The rows that are compared to find the aligned area's shape.
  private static let shapeRows = 24

  /// The part of a frame that a picture fills, as a CSS polygon in percent; `nil` if it fills all.
  static func shape(_ placed: PlacedImage) -> String? {
    let size = placed.image.size
    var left: [String] = [], right: [String] = []
    var isWhole = true
    func percent(_ part: Int, _ whole: Int) -> String {
      "\((100 * Double(part) / Double(whole)).rounded(places: 1))%"
    }
    for step in 0...shapeRows {
      let y = min(size.height - 1, size.height * step / shapeRows)
      let row = placed.known[(y * size.width)..<((y + 1) * size.width)]
      guard let first = row.firstIndex(of: 1), let last = row.lastIndex(of: 1) else {
        isWhole = false
        continue
      }
      let (from, to) = (first - row.startIndex, last - row.startIndex + 1)
      if from > 1 || to < size.width - 2 { isWhole = false }
      let height = percent(step == shapeRows ? size.height : y, size.height)
      left.append("\(percent(from, size.width)) \(height)")
      right.append("\(percent(to, size.width)) \(height)")
    }
    guard !isWhole, !left.isEmpty else { return nil }
    return "polygon(\((left + right.reversed()).joined(separator: ",")))"
  }
}
