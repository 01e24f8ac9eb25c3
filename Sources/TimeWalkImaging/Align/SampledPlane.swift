internal import CImages

/// A rectangle of one picture's brightness, sampled in the frame of another.
struct SampledPlane {
  let width: Int, height: Int
  var samples: [UInt8]
  /// 1 where there was something to sample, else 0.
  var inside: [UInt8]

  /// All of a plane.
  init(_ plane: Plane) {
    width = plane.width
    height = plane.height
    var copied: [UInt8] = []
    copied.reserveCapacity(width * height)
    for y in 0..<plane.height { plane.withRow(y) { copied.append(contentsOf: $0) } }
    samples = copied
    inside = Array(repeating: 1, count: width * height)
  }

  /// Samples a plane at the positions of a net.
  init(_ plane: Plane, through net: SamplingNet, outside: UInt8 = 0) {
    let (wide, high) = (net.width, net.height)
    var sampled = [UInt8](repeating: 0, count: wide * high)
    var there = sampled
    plane.withMemory { source in
      sampled.withUnsafeMutableBufferPointer { memory in
        net.sample(
          source.samples,
          into: twx_samples(
            data: memory.baseAddress, stride: wide, width: UInt32(wide), height: UInt32(high)),
          outside: outside, fading: false, inside: &there)
      }
    }
    (width, height) = (wide, high)
    (samples, inside) = (sampled, there)
  }
}

/// The position of a rectangle of pixels in another picture, for every sixteenth pixel.
///
/// Between these the way is nearly straight: a picture's projection bends too little within sixteen
/// pixels to be seen.
struct SamplingNet {
  static let step = 16

  let width: Int, height: Int, columns: Int
  /// The columns and rows of the places.
  private(set) var places: [Float]

  /// Computes the position of each node from its pixel.
  init(width: Int, height: Int, place: (SIMD2<Double>) -> SIMD2<Double>) {
    self.width = width
    self.height = height
    columns = (width - 1) / Self.step + 2
    let rows = (height - 1) / Self.step + 2
    places = []
    places.reserveCapacity(2 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let found = place(SIMD2(Double(column * Self.step), Double(row * Self.step)))
        places.append(Float(found.x))
        places.append(Float(found.y))
      }
    }
  }
  /// Samples a plane at these places.
  ///
  /// - Parameters:
  ///   - from: the plane.
  ///   - to: the result, as large as the net.
  ///   - outside: the value of positions outside the plane.
  ///   - fading: true if pixels at the plane's edge have their share of both sides.
  ///   - inside: set to 1 for sampled positions, else to 0; one byte for each position.
  func sample(
    _ from: twx_samples, into to: twx_samples, outside: UInt8, fading: Bool,
    inside: inout [UInt8]
  ) {
    withUnsafePointer(to: from) { from in
      withUnsafePointer(to: to) { to in
        withMemory { twx_sample_net(from, to, $0, outside, fading, &inside) }
      }
    }
  }

  /// Lends the places in C's form.
  func withMemory<Result>(_ body: (twx_net) -> Result) -> Result {
    places.withUnsafeBufferPointer {
      body(twx_net(places: $0.baseAddress, columns: UInt32(columns), step: UInt32(Self.step)))
    }
  }
}

extension twj_plane {
  /// The same plane for sampling.
  var samples: twx_samples {
    twx_samples(data: data, stride: stride, width: width, height: height)
  }
}
