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
  /// The pictures are written and recorded; from here on there is no way back.
  case keep

  /// Takes no notice; for those who only want the answer.
  ///
  /// What is called before each step may throw, and ends the walk with that.
  public static func pass(_: PipelineStep) {}
}
