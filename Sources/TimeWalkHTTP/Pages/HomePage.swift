internal import TimeWalk
internal import TimeWalkBase

/// `/`.
enum HomePage {
  /// The place of the pair of pictures on this page, which are the sample's.
  private static let latitude = 40.7536, longitude = -73.9808
  /// The distance, metres, and the number of pictures that are shown near the pair.
  private static let reach = 300.0, mostNear = 8

  /// The archive's pictures near the pair's place in order of their years; `nil` for clients that
  /// may not read, and where the archive has none there or isn't available.
  static func near(_ call: Call) async -> [String: Any]? {
    guard call.client.right != nil else { return nil }
    var request = SearchRequest()
    (request.latitude, request.longitude) = (latitude, longitude)
    (request.radius, request.limit) = (reach, 50)
    let (asked, pipeline) = (request, call.front.pipeline)
    // This page also works without an archive; gathering tells about that.
    let found = try? await call.front.pool.run(.search) { () throws(TimeWalkError) in
      try pipeline.search(asked).items
    }
    let items = ItemPage.oldestFirst(
      (found ?? []).filter { $0.media?.path != nil && $0.date != nil })
    guard items.count > 1 else { return nil }
    return [
      "map": "/map#16/\(latitude)/\(longitude)",
      "list": items.prefix(mostNear).map { ItemPage.card($0, call.language.text) },
    ]
  }

  static func make(_ call: Call, gathering: [String: Any]?, near: [String: Any]?) -> Page {
    let text = call.language.text
    var values: [String: Any] = [:]
    values["gathering"] = gathering
    values["near"] = near
    if let right = call.client.right, right >= .submit {
      values["send"] = true
    } else {
      if call.front.hasTokens { values["signIn"] = ["next": "/"] }
      values["reading"] = call.client.right != nil
    }
    var home = Page(
      template: .home, title: text("What did this look like before?"), values: values,
      scripts: ["home.js"], styles: ["home.css"], hasMap: values["send"] != nil)
    home.card = Page.Card(
      url: call.base + "/", picture: call.base + PageAssets.folder + "home-card.jpg",
      description: text(
        "Take a photo where you stand. TimeWalk finds the old pictures of the same view and lays them over yours."
      ))
    return home
  }
}
