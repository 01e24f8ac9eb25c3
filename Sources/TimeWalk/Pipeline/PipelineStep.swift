/// The steps of the pipeline, in their order.
public enum PipelineStep: String, Hashable, Sendable, CaseIterable {
  /// Its bytes are read.
  case read
  /// Its metadata becomes a pose.
  case locate
  /// The archive is searched for the pose.
  case search
  /// The pictures are made.
  case render
  /// The pictures are written and recorded; from here on, the step can't be undone.
  case keep

  /// Ignores the steps; for callers that only want the answer.
  ///
  /// A callback of this type is called before each step; an error it throws ends the pipeline.
  public static func pass(_: PipelineStep) {}
}
