internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

extension RouteTable {
  /// Faults of pages, which their scripts report.
  static let faults: [Route] = [
    Route(
      method: .post, path: "/v1/faults", right: nil,
      summary: "Takes a fault of a page; nothing of it tells of a person.",
      body: .fields(PageFaultRequest.fields.map(\.wire))
    ) { call in
      try call.refuseParameters()
      let asked = try PageFaultRequest(try await call.jsonBody())
      call.front.faults.add(
        asked.text ?? "", page: PageFaults.page(asked.page ?? ""), browser: call.browser)
      return Response(status: .noContent)
    },
    Route(
      method: .get, path: "/v1/faults", right: nil,
      summary: "The faults of pages since the server began; for organisers of events.",
      answer: .type(PageFaultsAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      guard call.organiser != .nobody else {
        throw Problem(.unauthorized, "only organisers see this: sign in, or send a token")
      }
      return call.json(try WireFormat.bytes(PageFaultsAnswer(faults: call.front.faults.all)))
    },
  ]
}

extension Call {
  /// The family of the browser that asks.
  var browser: String { PageFaults.browser(request.headers[.userAgent] ?? "") }
}
