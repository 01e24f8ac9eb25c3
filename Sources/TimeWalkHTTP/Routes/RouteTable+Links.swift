internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk

extension RouteTable {
  /// The routes for links to photos; they precede the routes for pictures, whose pattern they have.
  static let links: [Route] = [
    Route(
      method: .get, path: "/v1/photos/{id}/link", right: .submit,
      summary: "Tells whether there is a link to a photo.", fields: [linked],
      answer: .type(PhotoLinkAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return try await call.photoLink(call.parameter("id"))
    },
    Route(
      method: .post, path: "/v1/photos/{id}/link", right: .submit,
      summary: "Makes a link to a photo for people without a token; an earlier link ends.",
      fields: [linked], answer: .type(PhotoLinkAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let link = try await call.linkPhoto(call.parameter("id"))
      return try call.answer(PhotoLinkAnswer(linked: true, url: link))
    },
    Route(
      method: .delete, path: "/v1/photos/{id}/link", right: .submit,
      summary: "Ends the link to a photo.", fields: [linked]
    ) { call in
      try call.refuseParameters()
      try await call.unlinkPhoto(call.parameter("id"))
      return Response(status: .noContent)
    },
  ]

  private static let linked = WireField("id", .text(most: 64), "The photo's id.").required

  /// The pages and forms for links to photos.
  static let linkPages: [Route] = [
    Route(
      method: .post, path: "/photos/{id}/link", right: .submit,
      summary: "Makes a link to a photo, and shows it on the photo's page."
    ) { call in
      try call.refuseParameters()
      var response = try await call.photoPage(
        link: try await call.linkPhoto(call.parameter("id")))
      response.headers[.cacheControl] = "no-store"
      return response
    },
    Route(
      method: .post, path: "/photos/{id}/unlink", right: .submit,
      summary: "Ends the link to a photo, and redirects to the photo's page."
    ) { call in
      try call.refuseParameters()
      let id = call.parameter("id")
      try await call.unlinkPhoto(id)
      return call.see("/photos/\(PercentCoding.encoded(id))#keep")
    },
    page("/shared/{secret}", right: nil, "Shows the photo of a link, then and now.") { call in
      try await call.sharedPage()
    },
    Route(
      method: .get, path: "/shared/{secret}/pictures/{name}", right: nil,
      summary: "Returns a picture of a link's page.", answer: .file("image/jpeg")
    ) { call in try await call.sharedPicture() },
  ]
}
