/// What reading one photo may take before it is refused.
///
/// Most files that ask for too much are told by their headers (``ImagingLimits``); this holds for
/// all others, and for decoders that go wrong.
package struct PhotoBudget: Hashable, Sendable {
  /// Memory, bytes: 1.5 GB unless told otherwise.
  ///
  /// A panorama of 150 megapixels takes some 30 MB, a HEIC of 200 megapixels about 1 GB.
  package var memory = 1_500_000_000

  /// Time of the processor, seconds: 30 unless told otherwise.
  ///
  /// A photo of 12 megapixels takes 0.06, a HEIC of 200 megapixels about 10.
  package var processorTime = 30

  /// The least memory that any photo can be read with, bytes.
  package static let leastMemory = 64_000_000

  /// The defaults.
  package init() {}

  /// Sets both.
  package init(memory: Int, processorTime: Int) {
    self.memory = memory
    self.processorTime = processorTime
  }
}
