internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

/// An event that the browser is in, with the amount of data that it keeps of the guest.
struct JoinedEvent: Sendable {
  let event: EventReport
  /// The guest's name, if one is stored.
  let name: String?
  /// The number of the guest's pictures.
  let pictures: Int
}

/// A joined event in a list.
struct JoinedLine: Decodable {
  let id, name, stateHTML, kept: String
}

extension Call {
  /// The events that this browser joined, by its cookies, the one that ends last first.
  func joinedEvents() async throws -> [JoinedEvent] {
    let joined = EventCookie.guests(of: request)
    // A library of several machines has no events.
    guard !joined.isEmpty, front.events != nil else { return [] }
    let base = base
    return try await askEvents { side in
      let now = Date()
      return joined.compactMap { id, token in
        // An erased event, or a guest who was removed.
        guard let event = try? side.store.event(id, at: now),
          let kept = try? side.store.kept(in: id, by: .token(token), at: now)
        else { return nil }
        return JoinedEvent(
          event: EventReport(event, base: base, at: now), name: kept.name,
          pictures: kept.pictures.count)
      }.sorted { ($0.event.ends, $0.event.id) > ($1.event.ends, $1.event.id) }
    }
  }

  /// The list of joined events on a page; `nil` without any.
  func joinedLines() async throws -> PageList<JoinedLine>? {
    let (language, text) = (language, language.text)
    return PageList(
      try await joinedEvents().map { one in
        let count =
          one.pictures == 1 ? text("1 picture") : text("%1 pictures", language.number(one.pictures))
        return JoinedLine(
          id: one.event.id, name: one.event.name, stateHTML: EventWords.state(one.event, language),
          kept: [one.name, count].compactMap(\.self).joined(separator: ", "))
      })
  }
}
