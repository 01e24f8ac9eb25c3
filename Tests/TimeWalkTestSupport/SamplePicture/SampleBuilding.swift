/// A house of the street: its front stands on the building line, with windows in rows.
struct SampleBuilding: Sendable {
  /// -1 on the left, which the morning sun reaches, and 1 on the right, which lies in the shade.
  var side: Double
  /// Where it begins and ends along the street, and how high it is, in metres.
  var start: Double, end: Double, height: Double
  /// The stone.
  var wall: Tone
  /// The height of a floor and the width of a bay, in metres.
  var floor: Double, bay: Double
  /// How much of a floor and a bay is window.
  var glass: (high: Double, wide: Double)
  /// Floors between two ledges.
  var ledges: Int
  /// The cloth above the shop's windows; `nil` for none.
  var awning: Tone?

  /// Metres from the street's middle to the building line: Fifth Avenue is a hundred feet wide.
  static let line = 15.24
  /// The height of the ground floor.
  static let shop = 5.4

  /// Draws a house by chance.
  init(side: Double, start: Double, end: Double, by chance: inout SampleChance) {
    self.side = side
    self.start = start
    self.end = end
    let tall = chance.happens(0.3)
    floor = chance.number(3.5...4.3)
    let floors = tall ? chance.number(15...24) : chance.number(5...12)
    height = Self.shop + floor * floors.rounded()
    wall = chance.one(of: [
      Tone(233, 216, 184), Tone(222, 184, 148), Tone(238, 228, 206), Tone(196, 132, 104),
      Tone(214, 203, 186), Tone(178, 160, 142), Tone(226, 200, 160), Tone(170, 112, 94),
      Tone(199, 205, 200),
    ])
    bay = ((end - start) / chance.number(2.6...3.8)).rounded()
    bay = (end - start) / max(2, bay)
    glass = chance.one(of: [(0.62, 0.48), (0.56, 0.4), (0.7, 0.62), (0.5, 0.78), (0.66, 0.34)])
    ledges = Int(chance.number(3...6))
    awning =
      chance.happens(0.65)
      ? chance.one(of: [
        Tone(160, 54, 48), Tone(44, 92, 84), Tone(52, 74, 118), Tone(196, 144, 58),
        Tone(92, 60, 82),
      ]) : nil
  }

  var isLit: Bool { side < 0 }
  /// A shadow on its front: from where to where along the street, and how high.
  typealias Shadow = (start: Double, end: Double, height: Double)

  private var front: Double { side * Self.line }

  /// A colour on the front, or on the wall that looks down the street.
  private func lit(_ tone: Tone) -> Tone { isLit ? tone : tone.shaded }

  /// Draws the house; those behind it must be drawn already.
  ///
  /// - Parameters:
  ///   - camera: what it is drawn for.
  ///   - shadows: the shadows on its front.
  ///   - chance: which windows are lit.
  func draw(
    into camera: inout SampleCamera, shadows: [Shadow],
    by chance: inout SampleChance
  ) {
    // The wall that looks back to us gets the sun from the side.
    camera.fill(
      [
        Point(front, 0, start), Point(front, height, start),
        Point(front + side * 40, height, start), Point(front + side * 40, 0, start),
      ], wall.mixed(wall.shaded, 0.55))
    panel(0, height, start, end, lit(wall), into: &camera)
    windows(into: &camera, by: &chance)
    ground(into: &camera)
    for shadow in shadows {
      darken(at: front, 0, height, by: shadow, into: &camera)
    }
    for level in stride(from: 0, to: floors, by: ledges) where start <= 420 {
      ledge(
        at: Self.shop + Double(level) * floor - 0.25, high: 0.5, deep: 0.35, shadows: shadows,
        into: &camera)
    }
    ledge(at: height - 0.4, high: 1.5, deep: 1, shadows: shadows, into: &camera)
  }

  private var floors: Int { max(0, Int(((height - Self.shop - 1) / floor).rounded(.down))) }

  /// Lays a shadow on what stands upright along the street.
  private func darken(
    at x: Double, _ bottom: Double, _ top: Double, by shadow: Shadow,
    into camera: inout SampleCamera
  ) {
    let from = max(start, shadow.start), to = min(end, shadow.end), top = min(top, shadow.height)
    guard from < to, bottom < top else { return }
    camera.fill(
      [Point(x, bottom, from), Point(x, top, from), Point(x, top, to), Point(x, bottom, to)],
      Tone(48, 62, 100), opacity: 0.42)
  }

  /// A rectangle of the front.
  private func panel(
    _ bottom: Double, _ top: Double, _ from: Double, _ to: Double, _ tone: Tone,
    opacity: Double = 1, into camera: inout SampleCamera
  ) {
    guard from < to, bottom < top else { return }
    camera.fill(
      [
        Point(front, bottom, from), Point(front, top, from), Point(front, top, to),
        Point(front, bottom, to),
      ], tone, opacity: opacity)
  }

  /// A band of stone that stands out from the front: its face, and its lower side in the shade.
  private func ledge(
    at bottom: Double, high: Double, deep: Double, shadows: [Shadow],
    into camera: inout SampleCamera
  ) {
    let out = front - side * deep
    let isDim = shadows.contains { ($0.start...$0.end).contains(start) && $0.height > bottom }
    camera.fill(
      [
        Point(front, bottom, start), Point(out, bottom, start), Point(out, bottom, end),
        Point(front, bottom, end),
      ], wall.shaded.mixed(Tone(40, 44, 60), 0.25))
    camera.fill(
      [
        Point(out, bottom, start), Point(out, bottom + high, start), Point(out, bottom + high, end),
        Point(out, bottom, end),
      ], lit(wall.mixed(Tone(255, 250, 240), 0.35)))
    for shadow in shadows { darken(at: out, bottom, bottom + high, by: shadow, into: &camera) }
    camera.fill(
      [
        Point(front, bottom, start), Point(front, bottom + high, start),
        Point(out, bottom + high, start), Point(out, bottom, start),
      ], isDim ? wall.shaded.mixed(Tone(48, 62, 100), 0.3) : wall.mixed(wall.shaded, 0.4))
  }

  private func windows(into camera: inout SampleCamera, by chance: inout SampleChance) {
    let far = start > 420
    let count = Int(((end - start) / bay).rounded())
    for level in 0..<floors {
      let bottom = Self.shop + Double(level) * floor
      if far && level % ledges == 0 {
        panel(bottom - 0.3, bottom + 0.2, start, end, lit(wall).shaded, into: &camera)
      }
      let sill = bottom + floor * (1 - glass.high) * 0.6, top = sill + floor * glass.high
      if far {
        panel(sill, top, start, end, lit(pane(by: &chance)), opacity: glass.wide, into: &camera)
        continue
      }
      for index in 0..<count {
        let middle = start + (Double(index) + 0.5) * bay, half = bay * glass.wide / 2
        window(sill, top, middle - half, middle + half, pane(by: &chance), into: &camera)
      }
    }
  }

  private func pane(by chance: inout SampleChance) -> Tone {
    if chance.happens(0.07) { return Tone(244, 214, 150) }
    if chance.happens(0.22) { return Tone(146, 176, 200) }
    return Tone(70, 88, 112).mixed(Tone(104, 126, 150), chance.number(0...1))
  }

  private func window(
    _ bottom: Double, _ top: Double, _ from: Double, _ to: Double, _ glass: Tone,
    into camera: inout SampleCamera
  ) {
    let tone = isLit ? glass : glass.mixed(glass.shaded, 0.6)
    panel(bottom, top, from, to, tone, into: &camera)
    guard start < 130 else { return }
    // The upper sash reflects more of the sky; the sill and the reveal give the wall its thickness.
    panel(
      bottom + (top - bottom) * 0.52, top, from, to, tone.mixed(Tone(190, 210, 224), 0.2),
      into: &camera)
    let frame = lit(wall).mixed(Tone(250, 246, 236), isLit ? 0.45 : 0.2)
    let middle = (bottom + top) / 2
    panel(middle - 0.05, middle + 0.05, from, to, frame, into: &camera)
    panel(bottom, top, (from + to) / 2 - 0.04, (from + to) / 2 + 0.04, frame, into: &camera)
    panel(top - 0.16, top, from, to, Tone(40, 48, 66), opacity: 0.4, into: &camera)
    panel(bottom - 0.2, bottom, from - 0.12, to + 0.12, frame, into: &camera)
  }

  /// The shops.
  private func ground(into camera: inout SampleCamera) {
    let base = Tone(92, 84, 80)
    panel(0, Self.shop - 0.5, start, end, lit(wall.mixed(base, 0.35)), into: &camera)
    let count = max(1, Int(((end - start) / 5).rounded()))
    let width = (end - start) / Double(count)
    for index in 0..<count {
      let from = start + Double(index) * width + 0.5, to = from + width - 1
      panel(0.5, 4.2, from, to, lit(Tone(60, 72, 88)), into: &camera)
      panel(0.5, 2, from + 0.3, to - 0.3, lit(Tone(206, 176, 122)), opacity: 0.5, into: &camera)
      guard let awning, start < 320 else { continue }
      let out = front - side * 1.5
      camera.fill(
        [
          Point(front, 4.2, from), Point(out, 3.1, from), Point(out, 3.1, to),
          Point(front, 4.2, to),
        ],
        lit(awning.mixed(Tone(255, 240, 220), 0.12)))
      camera.fill(
        [Point(front, 4.2, from), Point(out, 3.1, from), Point(front, 3.1, from)],
        lit(awning).mixed(Tone(20, 20, 30), 0.25))
      camera.fill(
        [Point(out, 3.1, from), Point(out, 2.75, from), Point(out, 2.75, to), Point(out, 3.1, to)],
        lit(awning))
    }
  }
}
