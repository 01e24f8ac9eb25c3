extension Canvas {
  /// Draws a picture with its top left pixel at a place; parts outside the canvas are left out.
  func draw(_ image: PlanarImage, x left: Int, y top: Int) {
    let columns = max(0, -left)..<max(max(0, -left), min(image.size.width, size.width - left))
    let rows = max(0, -top)..<max(max(0, -top), min(image.size.height, size.height - top))
    guard !columns.isEmpty else { return }
    for (index, plane) in planes.enumerated() {
      let shares = index == 0 ? ChromaSampling.full : image.sampling
      for row in rows {
        plane.withRow(top + row) { target in
          let target = UnsafeMutableBufferPointer(
            rebasing: target[(left + columns.lowerBound)..<(left + columns.upperBound)])
          guard index < image.planes.count else { return target.update(repeating: 128) }
          image.planes[index].withRow(row / shares.vertical) { source in
            if shares.horizontal == 1 {
              _ = target.update(fromContentsOf: source[columns])
            } else {
              for x in target.indices {
                target[x] = source[(columns.lowerBound + x) / shares.horizontal]
              }
            }
          }
        }
      }
    }
  }

  /// Blends the visible pixels of a picture half over the canvas; its top left pixel is the
  /// canvas's.
  func blend(_ over: PlacedImage) {
    let width = min(size.width, over.image.size.width)
    over.known.withUnsafeBufferPointer { known in
      for (index, plane) in planes.enumerated() {
        let shares = index == 0 ? ChromaSampling.full : over.image.sampling
        for row in 0..<min(size.height, over.image.size.height) {
          let shown = UnsafeBufferPointer(
            rebasing: known[(row * over.image.size.width)...].prefix(width))
          plane.withRow(row) { target in
            guard index < over.image.planes.count else {
              for x in shown.indices where shown[x] != 0 { target[x] = target[x] / 2 + 64 }
              return
            }
            over.image.planes[index].withRow(row / shares.vertical) { source in
              for x in shown.indices where shown[x] != 0 {
                let sum = UInt16(target[x]) &+ UInt16(source[x / shares.horizontal]) &+ 1
                target[x] = UInt8(truncatingIfNeeded: sum >> 1)
              }
            }
          }
        }
      }
    }
  }
}
