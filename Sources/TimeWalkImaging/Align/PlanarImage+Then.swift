internal import CPixels
internal import CTurboJPEG

extension PlanarImage {
  /// This historical picture in another one's frame; what it lacks there is plain paper.
  ///
  /// - Parameters:
  ///   - transform: the way from this picture's pixels to those of a picture of that size.
  ///   - size: the size of the picture that is made.
  ///   - part: what of this picture is shown.
  /// - Returns: the picture, in colour.
  /// - Throws: ``ImagingError`` when memory runs out, and `invalidArgument` for a transform without a way back.
  public func placed(
    by transform: PictureTransform, into size: PixelSize, showing part: PixelRegion
  ) throws(ImagingError) -> PlanarImage {
    guard let back = transform.back else {
      throw ImagingError(.invalidArgument, "the alignment has no way back")
    }
    // A picture much finer than its frame is made smaller first, so that nothing flickers between pixels.
    let source = try fitted(within: sourceSide(for: back, size))
    let scale = SIMD2(
      Double(source.size.width) / Double(self.size.width),
      Double(source.size.height) / Double(self.size.height))
    var made: [Plane] = []
    for (index, plane) in source.planes.enumerated() {
      let from = index == 0 ? ChromaSampling.full : source.sampling
      let to = index == 0 ? ChromaSampling.full : .quarter
      let fromShare = SIMD2(Double(from.horizontal), Double(from.vertical))
      let toShare = SIMD2(Double(to.horizontal), Double(to.vertical))
      let inner = part.scaled(by: scale / fromShare, within: plane.size)
      let target = try Plane(size: to.planeSize(of: size))
      let net = SamplingNet(width: target.width, height: target.height) { node in
        let shown = back((node + 0.5) * toShare - 0.5)
        return (shown + 0.5) * scale / fromShare - 0.5
          - SIMD2(Double(inner.x), Double(inner.y))
      }
      let paper = Self.paper[index]
      var inside = [UInt8](repeating: 0, count: target.width * target.height)
      plane.part(inner).withMemory { source in
        target.withMemory { memory in
          twx_sample_net(
            source.data, source.stride, source.width, source.height, net.places,
            UInt32(net.columns), UInt32(SamplingNet.step), paper, memory.data, memory.stride,
            &inside, memory.width, memory.height)
        }
      }
      made.append(target.finished())
    }
    return PlanarImage(size: size, sampling: .quarter, planes: made)
  }

  /// Luma and colour differences of plain paper, #F4F0E8.
  private static let paper: [UInt8] = [240, 123, 131]

  /// How large this picture must be for so many pixels of a frame.
  private func sourceSide(
    for back: (SIMD2<Double>) -> SIMD2<Double>, _ frame: PixelSize
  ) -> Int {
    let middle = SIMD2(Double(frame.width), Double(frame.height)) / 2
    let step = 16.0
    let (from, to) = (back(middle), back(middle + SIMD2(step, 0)))
    let move = ((to - from) * (to - from)).sum().squareRoot() / step
    let longest = Double(max(size.width, size.height))
    guard move.isFinite, move > 1 else { return max(size.width, size.height) }
    return max(16, Int((longest / move).rounded(.up)))
  }
}

extension PixelRegion {
  /// The same part of a plane that is scaled; at least two samples wide and high where the plane is.
  fileprivate func scaled(by scale: SIMD2<Double>, within size: PixelSize) -> PixelRegion {
    let left = min(Int(Double(x) * scale.x), max(0, size.width - 2))
    let top = min(Int(Double(y) * scale.y), max(0, size.height - 2))
    let right = min(size.width, max(left + 2, Int((Double(x + width) * scale.x).rounded(.up))))
    let bottom = min(size.height, max(top + 2, Int((Double(y + height) * scale.y).rounded(.up))))
    return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
  }
}
