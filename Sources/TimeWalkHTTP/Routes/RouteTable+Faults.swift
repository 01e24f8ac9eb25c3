internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

extension RouteTable {
  /// The routes for errors of pages, which their scripts report.
  static let faults: [Route] = [
    Route(
      method: .post, path: "/v1/faults", right: nil,
      summary: "Reports an error of a page, without personal data.",
      body: .fields(PageFaultRequest.fields.map(\.wire))
    ) { call in
      try call.refuseParameters()
      if let key = call.client.group ?? call.client.key {
        let wait = call.front.faultRates.count(key)
        guard wait == 0 else {
          throw Problem(.tooManyRequests, "too many faults in a minute").with(
            .retryAfter, String(wait))
        }
      }
      let asked = try PageFaultRequest(try await call.jsonBody())
      let (faults, browser) = (call.front.faults, call.browser)
      try await call.front.pool.run { () throws(TimeWalkError) in
        faults.add(asked.text ?? "", page: PageFaults.page(asked.page ?? ""), browser: browser)
      }
      return Response(status: .noContent)
    },
    Route(
      method: .get, path: "/v1/faults", right: nil,
      summary: "The errors of pages since the server started; for organisers of events.",
      answer: .type(PageFaultsAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      try call.demandOrganiser("only organisers can see this")
      return call.json(try WireFormat.bytes(PageFaultsAnswer(faults: call.front.faults.all)))
    },
  ]
}

extension Call {
  /// The family of the client's browser.
  var browser: String { PageFaults.browser(request.headers[.userAgent] ?? "") }
}
