internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

extension RouteTable {
  private static let picture = WireField("picture", .text(most: 64), "The picture's id.").required
  private static let size = WireField(
    "size", .word(["original"] + Pipeline.eventSizes.keys.sorted()),
    "`original`, or a size."
  ).required

  /// The routes for pictures of events.
  static let eventPictures: [Route] = [
    Route(
      method: .get, path: "/v1/events/{id}/pictures", right: nil,
      summary: "The pictures that the caller may see, in order, page by page.",
      fields: [eventID] + EventPicturesRequest.fields.map(\.wire),
      answer: .type(EventPicturesAnswer.self, status: 200)
    ) { call in
      var values = try call.values(of: call.route.fields)
      values["id"] = nil
      let (asked, base) = (try EventPicturesRequest(values), call.front.answers.base)
      return try await call.answerEvent { try $0.pictures(asked, base: base) }
    },
    Route(
      method: .post, path: "/v1/events/{id}/pictures", right: nil,
      summary:
        "Adds a picture: the body is the file. With a key, the request can be repeated safely.",
      fields: [eventID] + EventUploadRequest.fields.map(\.wire), body: .file,
      answer: .type(EventPictureAnswer.self, status: 201)
    ) { call in
      var values = try call.values(of: call.route.fields)
      values["id"] = nil
      let asked = try EventUploadRequest(values)
      let (sending, position) = (try asked.sending(), try asked.position())
      try await call.demandSending(sending)
      let received = call.front.uploads.received
      let file = try await received.receive(call, most: EventLimits.largestPicture)
      defer { received.discard(file) }
      let (answer, isNew) = try await call.addPicture(
        sending, from: file, position: position)
      var response = call.json(try WireFormat.bytes(answer), status: isNew ? .created : .ok)
      response.headers[.location] = answer.url + "/original"
      return response
    },
    Route(
      method: .get, path: "/v1/events/{id}/pictures/{picture}/{size}", right: nil,
      summary: "A picture's file: the original, or a size as a JPEG.",
      fields: [eventID, picture, size], answer: .file("image/jpeg")
    ) { call in
      try call.refuseParameters()
      return try await call.eventPictureFile()
    },
    Route(
      method: .patch, path: "/v1/events/{id}/pictures/{picture}", right: nil,
      summary: "Sets the name or the stop of an own picture, or approves a waiting one.",
      fields: [eventID, picture], body: .fields(EventPictureRequest.fields.map(\.wire))
    ) { call in
      try call.refuseParameters()
      try await call.changePicture(EventPictureRequest(try await call.jsonBody()))
      return Response(status: .noContent)
    },
    Route(
      method: .delete, path: "/v1/events/{id}/pictures/{picture}", right: nil,
      summary: "Deletes a picture permanently: the caller's own, or for the organiser any.",
      fields: [eventID, picture], answer: .type(EventErasureAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let isErased = try await call.deletePicture(call.parameter("picture"))
      return call.json(try WireFormat.bytes(EventErasureAnswer(erased: isErased))).clearingCache
    },
    Route(
      method: .get, path: "/v1/events/{id}/zip", right: nil,
      summary:
        "Pictures with a list as CSV, in a zip of known length; downloads can be resumed.",
      fields: [eventID] + EventZipRequest.fields.map(\.wire), answer: .file("application/zip")
    ) { call in
      var values = try call.values(of: call.route.fields)
      values["id"] = nil
      return try await call.eventZip(EventZipRequest(values))
    },
  ]
}

extension Call {
  /// Refuses a picture before its bytes are read, if it isn't allowed.
  func demandSending(_ sending: PictureSending) async throws {
    let pipeline = front.pipeline
    try await askEvent { ask in
      try pipeline.checkSpaceForEvents()
      // A known key is always answered; the store checks everything again.
      if sending.key == nil { try ask.demand(.upload, .sendLater) }
      let (role, guest) = try ask.store.role(of: ask.caller, in: ask.id, at: ask.now)
      guard guest != nil else {
        throw role == .stranger
          ? EventError(.noSuchGuest, "this browser isn't signed in to the event") : .notJoined
      }
    }
  }

  /// Adds a received picture; the position in the file wins over the given one.
  func addPicture(
    _ sending: PictureSending, from file: String, position: PicturePosition? = nil
  ) async throws -> (answer: EventPictureAnswer, isNew: Bool) {
    let (pipeline, base) = (front.pipeline, front.answers.base)
    return try await askEvent(.photo) { ask in
      let isNew = Mutex(false)
      let picture = try ask.store.add(sending, to: ask.id, by: ask.caller, at: ask.now) { event in
        isNew.withLock { $0 = true }
        let shows = event.settings.showsPositions
        var made = try pipeline.eventPicture(
          at: file, showsPositions: shows, keepsQuality: event.settings.keepsQuality)
        if shows, made.position == nil { made.position = position }
        return made
      }
      let isMade = isNew.withLock(\.self)
      if isMade {
        ask.side.news.tell(
          "added", picture.id, number: picture.number, isWaiting: picture.isWaiting, in: ask.id)
      }
      let guest = try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).guest
      let names = guest.flatMap { guest in guest.name.map { [guest.id: $0] } } ?? [:]
      return (ask.answer(picture, names: names, me: guest?.id, base: base), isMade)
    }
  }

  private static func mediaType(ofEnding ending: String) -> String {
    guard let format = ImageFormat(ending: ending), format.isShownByBrowsers else {
      return "application/octet-stream"
    }
    return format.mediaType
  }

  /// A picture's file.
  func eventPictureFile() async throws -> Response {
    let (picture, size) = (parameter("picture"), parameter("size"))
    let isOriginal = size == "original"
    guard isOriginal || Pipeline.eventSizes[size] != nil else {
      throw Problem(.notFound, "pictures don't have this size")
    }
    // An original is sent from here, since its downloads are counted.
    let nginx = isOriginal ? nil : front.nginxFiles(for: request)
    let files = nginx == nil ? front.files : nil
    let (file, name) = try await askEvent { ask in
      let (found, path) = try ask.store.file(
        of: picture, size: isOriginal ? nil : size, in: ask.id, by: ask.caller, at: ask.now)
      let file = try FileAnswer(
        path: path, type: isOriginal ? Call.mediaType(ofEnding: found.ending) : "image/jpeg",
        // Browsers must soon forget a deleted picture.
        cacheControl: isOriginal ? "private, no-cache" : "private, max-age=300", cache: files)
      return (file, "\(ask.id.text)-\(found.number).\(found.ending)")
    }
    let redirect = file.response(by: nginx, in: front.album.directory)
    var response = redirect ?? file.response(to: request)
    if isOriginal {
      response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
      if response.status == .ok, request.method == .get { try await countDownloads(1) }
    }
    return response
  }

  /// Counts downloads.
  private func countDownloads(_ pictures: Int) async throws {
    try await askEvent { ask in
      try ask.store.countDownloads(pictures, of: ask.id, at: ask.now)
    }
  }

  /// Changes a picture's name or stop, approves it, or makes it the cover.
  func changePicture(_ asked: EventPictureRequest) async throws {
    let picture = parameter("picture")
    try await askEvent { ask in
      if asked.isShown {
        let number = try ask.store.approve(picture, in: ask.id, by: ask.caller, at: ask.now)
        ask.side.news.tell("added", picture, number: number, isWaiting: false, in: ask.id)
      }
      if asked.isCover {
        try ask.store.setCover(picture, of: ask.id, by: ask.caller, at: ask.now)
      }
      if let stop = asked.stop {
        try ask.store.setStop(
          stop.isEmpty ? nil : stop, of: picture, in: ask.id, by: ask.caller, at: ask.now)
      }
      if let name = asked.name {
        try ask.store.rename(
          picture, to: name.isEmpty ? nil : name, in: ask.id, by: ask.caller, at: ask.now)
      }
    }
  }

  /// Deletes a picture for good.
  ///
  /// - Returns: true if no trace is left in any file.
  func deletePicture(_ picture: String) async throws -> Bool {
    let files = front.files
    return try await askEvent { ask in
      let (deleted, isErased) = try ask.store.delete(
        picture, in: ask.id, by: ask.caller, at: ask.now)
      files.removeDeleted()
      // Its removal is sent only to listeners that its addition was sent to.
      ask.side.news.tell(
        "removed", deleted.id, number: deleted.number, isWaiting: deleted.isWaiting, in: ask.id)
      return isErased
    }
  }

  /// Returns pictures as a zip.
  func eventZip(_ asked: EventZipRequest) async throws -> Response {
    let chosen = try asked.chosen()
    try beginZip()
    let (zip, name) = try await askEvent(.photo) { ask in
      let zip =
        asked.isWhole
        ? try ask.store.exportZip(of: ask.id, by: ask.caller, at: ask.now)
        : try ask.store.galleryZip(
          of: ask.id, only: chosen, by: ask.caller, at: ask.now)
      return (zip, "timewalk-\(ask.id.text)")
    }
    let response = try answer(zip, name: name)
    if response.status == .ok, request.method == .get { try await countDownloads(zip.pictures) }
    return response
  }
}
