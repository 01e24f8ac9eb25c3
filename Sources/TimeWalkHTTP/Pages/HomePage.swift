internal import TimeWalk
internal import TimeWalkBase

struct HomeContext: TiledContext {
  struct Near: Decodable {
    let map: String
    let list: [ItemCard]
  }

  static let template = PageTemplate.home
  var assets = PageAssets.folder
  let gathering: GatheringContext?
  let near: Near?
  let joined: PageList<JoinedLine>?
  let send, reading: Bool
  let signIn: String?
  var tiles: TilesContext?
}

/// `/`.
enum HomePage {
  /// The place of the pair of pictures on this page, which are the sample's.
  private static let latitude = 40.7536, longitude = -73.9808
  /// The distance, metres, and the number of pictures that are shown near the pair.
  private static let reach = 300.0, mostNear = 8

  /// The archive's pictures near the pair's place in order of their years; `nil` for clients that
  /// may not read, and where the archive has none there or isn't available.
  static func near(_ call: Call) async -> HomeContext.Near? {
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
    return HomeContext.Near(
      map: "/map#16/\(latitude)/\(longitude)",
      list: items.prefix(mostNear).map { ItemCard($0, call.language.text) })
  }

  static func make(_ call: Call) async throws -> Page {
    let text = call.language.text
    let maySend = call.client.right.map { $0 >= .submit } ?? false
    let context = HomeContext(
      gathering: try await gathering(call), near: await near(call),
      joined: try await call.joinedLines(), send: maySend,
      reading: call.client.right != nil,
      signIn: !maySend && call.front.hasTokens ? "/" : nil)
    var home = Page(
      context: context, title: text("What did this look like before?"),
      scripts: ["home.js"], styles: ["home.css"], hasMap: maySend)
    home.card = Page.Card(
      url: call.base + "/", picture: call.base + PageAssets.folder + "home-card.jpg",
      description: text(
        "Take a photo where you stand. TimeWalk finds the old pictures of the same view and lays them over yours."
      ))
    return home
  }
}
