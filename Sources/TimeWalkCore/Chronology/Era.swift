/// The span of time that a query asks for, given as EDTF.
public struct Era: Hashable, Sendable {
  /// The date expression that was given.
  public let date: CaptureDate

  /// Reads an EDTF date or interval, for instance `1890/1930`.
  public init(edtf: String) throws(ChronologyError) {
    date = try CaptureDate(edtf: edtf)
  }

  /// The days that are asked for.
  public var span: DateSpan { date.strict }
}
