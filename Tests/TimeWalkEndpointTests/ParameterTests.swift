import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The methods' parameters", .waitsForProcesses)
struct ParameterTests {
  let corner: Corner

  init() throws { corner = try Corner() }

  static func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#
  }

  /// The error of an answer: its number, `data.code` and `data.field`.
  func fault(_ method: String, _ params: String) throws -> (Int?, String?, String?) {
    let object = try corner.object(Self.request(method, params))
    let error = object["error"] as? [String: Any]
    let data = error?["data"] as? [String: Any]
    return (error?["code"] as? Int, data?["code"] as? String, data?["field"] as? String)
  }

  @Test("Ping answers with the version")
  func ping() throws {
    let object = try corner.object(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(object["result"] as? [String: String] == ["pong": Corner.version])
  }

  @Test("The design's example works unchanged")
  func example() throws {
    let object = try corner.object(
      """
      {"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40.7580,"longitude":-73.9855,\
      "horizontalAccuracy":8,"heading":205,"headingAccuracy":10,"headingReference":"magnetic","pitch":3,\
      "altitude":12,"zoom":1,"timestamp":"2026-11-21T12:00:00-05:00","era":"1890/1930","limit":10}}
      """)
    let result = try #require(object["result"] as? [String: Any])
    #expect(
      Set(result.keys) == ["viewpoint", "matches", "timeline", "noMatch", "era", "warnings"])
    let matches = try #require(result["matches"] as? [[String: Any]])
    let match = try #require(matches.first)
    #expect(match["id"] as? String == "nypl:510d47dc")
    #expect(match["date"] as? String == "1911")
    #expect(match["era"] as? String == "within")
    let keys: Set = [
      "id", "confidence", "title", "date", "era", "distance", "headingDifference", "sharedView",
      "reason", "parts", "media", "rights",
    ]
    #expect(keys.isSubset(of: match.keys), "\(keys.subtracting(match.keys))")
  }

  @Test(
    "A parameter that is wrong is named",
    arguments: [
      (#""longitude":-73.9855"#, "latitude"), (#""latitude":40.758"#, "longitude"),
      ("", "latitude"),
      (#""latitude":null,"longitude":0"#, "latitude"),
      (#""latitude":"40.7","longitude":0"#, "latitude"),
      (#""latitude":40,"longitude":[]"#, "longitude"),
      (#""latitude":91,"longitude":0"#, "latitude"),
      (#""latitude":40,"longitude":999"#, "longitude"),
      (#""latitude":40,"longitude":0,"heading":"north""#, "heading"),
      (#""latitude":40,"longitude":0,"heading":400"#, "heading"),
      (#""latitude":40,"longitude":0,"headingReference":1"#, "headingReference"),
      (#""latitude":40,"longitude":0,"headingReference":"grid""#, "headingReference"),
      (#""latitude":40,"longitude":0,"zoom":0"#, "zoom"),
      (#""latitude":40,"longitude":0,"era":"soon""#, "era"),
      (#""latitude":40,"longitude":0,"era":1911"#, "era"),
      (#""latitude":40,"longitude":0,"era":"\u0000""#, "era"),
      (#""latitude":40,"longitude":0,"era":"1911","strictEra":1"#, "strictEra"),
      (#""latitude":40,"longitude":0,"strictEra":true"#, "strictEra"),
      (#""latitude":40,"longitude":0,"limit":2.5"#, "limit"),
      (#""latitude":40,"longitude":0,"limit":0"#, "limit"),
      (#""latitude":40,"longitude":0,"limit":99999999999999999999"#, "limit"),
      (#""latitude":40,"longitude":0,"timestamp":"noon""#, "timestamp"),
      (#""latitude":40,"longitude":0,"lattitude":1"#, "lattitude"),
      (#""latitude":40,"longitude":0,"path":"/a.jpg""#, "path"),
    ])
  func invalidMatch(params: String, field: String) throws {
    let fault = try fault("match", params)
    #expect(fault == (-32602, "invalidValue", field))
  }

  @Test("Parameters that start with x- are the client's own")
  func ownParameters() throws {
    let object = try corner.object(
      Self.request("match", #""latitude":40.758,"longitude":-73.9855,"x-trace":{"a":[1]}"#))
    #expect(object["result"] != nil)
  }

  @Test("A parameter that ping does not have is named")
  func ping2() throws {
    #expect(try fault("ping", #""a":1"#) == (-32602, "invalidValue", "a"))
  }

  @Test(
    "A submission that can't be has its own number and word",
    arguments: [
      ("", -32602, "invalidValue", "path"),
      (#""path":"/a.jpg","base64":"AAAA""#, -32602, "invalidValue", "path"),
      (#""base64":"*""#, -32602, "invalidValue", "base64"),
      (#""path":7"#, -32602, "invalidValue", "path"),
      (#""path":"/a.jpg","inline":"yes""#, -32602, "invalidValue", "inline"),
      (#""path":"/a.jpg","colour":"red""#, -32602, "invalidValue", "colour"),
      (#""path":"/nowhere/at/all.jpg""#, -32001, "inputMissing", nil),
      (#""path":"/""#, -32001, "inputMissing", nil),
      (#""base64":"AAAA""#, -32002, "unsupportedFormat", nil),
      (#""base64":"""#, -32002, "unsupportedFormat", nil),
    ] as [(String, Int, String, String?)])
  func invalidSubmit(params: String, number: Int, code: String, field: String?) throws {
    #expect(try fault("submit", params) == (number, code, field))
  }

  @Test("A photo without a position has an error of its own")
  func positionMissing() throws {
    let photo = Data(JPEGBuilder().bytes).base64EncodedString()
    let fault = try fault("submit", #""base64":"\#(photo)""#)
    #expect((fault.0, fault.1) == (-32005, "positionMissing"))
  }

  @Test("A photo is sent as base64 and returned as files and inline")
  func submit() throws {
    let photo = Data(SamplePhone.photo()).base64EncodedString()
    let out = corner.folder.path("out")
    let object = try corner.object(
      Self.request("submit", #""base64":"\#(photo)","inline":true,"output":"\#(out)""#))
    let result = try #require(object["result"] as? [String: Any])
    let renditions = try #require(result["renditions"] as? [[String: Any]])
    #expect(renditions.map { $0["role"] as? String } == ["clean", "overlaid", "historical"])
    for rendition in renditions {
      let path = try #require(rendition["path"] as? String)
      let text = try #require(rendition["base64"] as? String)
      #expect(try [UInt8](#require(Data(base64Encoded: text))) == Workplace.bytes(path))
    }
  }
}
