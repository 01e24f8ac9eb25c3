internal import CTurboJPEG
internal import CZimg
internal import Synchronization

/// A zimg graph that resamples planes of one size to another.
///
/// zimg doesn't change a graph while it runs one, and each run has scratch memory of its own, so that threads may
/// share it.
private final class ResampleGraph: @unchecked Sendable {
  private let graph: OpaquePointer
  private let scratchSize: Int

  init(columns: Axis, rows: Axis) throws(ImagingError) {
    var source = twz_plane_format(
      UInt32(columns.count), UInt32(rows.count), columns.start, rows.start, columns.length,
      rows.length)
    var target = twz_plane_format(
      UInt32(columns.newCount), UInt32(rows.newCount), 0, 0, Double(columns.newCount),
      Double(rows.newCount))
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, UInt32(TWZ_API_VERSION))
    parameters.resample_filter = ZIMG_RESIZE_LANCZOS
    parameters.filter_param_a = 3
    guard let graph = zimg_filter_graph_build(&source, &target, &parameters) else {
      throw Self.lastError()
    }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS else {
      zimg_filter_graph_free(graph)
      throw Self.lastError()
    }
    self.graph = graph
    scratchSize = size
  }

  deinit { zimg_filter_graph_free(graph) }

  func run(_ source: Plane, into target: Plane) throws(ImagingError) {
    guard let scratch = twj_allocate(scratchSize) else {
      throw ImagingError(.outOfMemory, "no memory to resample in")
    }
    defer { twj_free(scratch) }
    let code = source.withMemory { from in
      target.withMemory { to in
        twz_process_plane(graph, from.data, from.stride, to.data, to.stride, scratch)
      }
    }
    guard code == ZIMG_ERROR_SUCCESS else { throw Self.lastError() }
  }

  private static func lastError() -> ImagingError {
    var text = [CChar](repeating: 0, count: 256)
    let code = zimg_get_last_error(&text, text.count - 1)
    let message = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    zimg_clear_last_error()
    return ImagingError(
      code == ZIMG_ERROR_OUT_OF_MEMORY ? .outOfMemory : .failed,
      "zimg can't resample this: \(message)")
  }
}

/// Resamples planes, and keeps the graphs of the sizes seen last: a graph takes milliseconds to build.
final class Resampler: Sendable {
  static let shared = Resampler()

  /// Graphs that are kept; a batch from one camera needs two, one with four cameras eight.
  static let capacity = 16

  private struct Key: Hashable { let columns: Axis, rows: Axis }

  /// The least recently used graph comes first.
  private let graphs = Mutex<[(key: Key, graph: ResampleGraph)]>([])

  func resample(_ plane: Plane, columns: Axis, rows: Axis) throws(ImagingError) -> Plane {
    let target = try Plane(size: PixelSize(width: columns.newCount, height: rows.newCount))
    try graph(for: Key(columns: columns, rows: rows)).run(plane, into: target)
    return target.finished()
  }

  private func graph(for key: Key) throws(ImagingError) -> ResampleGraph {
    let known = graphs.withLock { graphs -> ResampleGraph? in
      guard let index = graphs.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = graphs.remove(at: index)
      graphs.append(entry)
      return entry.graph
    }
    if let known { return known }
    // Built outside the lock: two threads may both build it, and the later one is kept.
    let built = try ResampleGraph(columns: key.columns, rows: key.rows)
    graphs.withLock { graphs in
      graphs.removeAll { $0.key == key }
      graphs.append((key, built))
      if graphs.count > Self.capacity { graphs.removeFirst() }
    }
    return built
  }
}
