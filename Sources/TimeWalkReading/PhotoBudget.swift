/// The resources for reading one photo before it is refused.
///
/// Headers reveal most excessive files (``ImagingLimits``); this budget covers all others, and
/// faulty decoders.
package struct PhotoBudget: Hashable, Sendable {
  /// Memory, bytes.
  ///
  /// Default: 1.5 GB. A panorama of 150 megapixels takes some 30 MB, a HEIC of 200 megapixels about
  /// 1 GB.
  package var memory = 1_500_000_000

  /// CPU time, seconds.
  ///
  /// Default: 30. A photo of 12 megapixels takes 0.06, a HEIC of 200 megapixels about 10.
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
