/// Who asks, seen from one event.
package enum EventRole: String, Hashable, Sendable, CaseIterable {
  /// Who made the event, or keeps the machine.
  case organiser
  /// Who joined with the page.
  case guest
  /// Who joined by the code alone, for a session.
  case visitor
  /// Anybody else.
  case stranger
}

/// What can be done with an event.
package enum EventAction: String, Hashable, Sendable, CaseIterable {
  /// Make an event; the only action that needs none.
  case createEvent
  /// See the event's code, id and cards.
  case showCode
  /// Change what was said of it when it was made.
  case changeEvent
  /// End it now.
  case closeEvent
  /// End it later.
  case extendEvent
  /// Hand everything over as a zip.
  case exportEvent
  /// Take the whole event away.
  case removeEvent
  /// See how many pictures, people and downloads there are.
  case seeCounts
  /// See a picture of each guest's film.
  case seeFilms
  /// Let a picture that waits be seen.
  case reviewPicture
  /// Come in.
  case join
  /// Go out.
  case leave
  /// Take pictures with the camera page.
  case useCamera
  /// Add a picture.
  case upload
  /// Add a picture that was taken while the event ran, later.
  case sendLater
  /// Hear news of the event; of pictures only who sees the gallery.
  case hear
  /// See everybody's pictures.
  case seeGallery
  /// See one's own pictures, and what of them waits.
  case seeOwnGallery
  /// See one picture.
  case seePicture
  /// Take one picture along.
  case download
  /// Take the whole gallery along.
  case downloadAll
  /// Delete a picture for good.
  case deletePicture
  /// Give a picture another name.
  case renamePicture
  /// Change the settings of one's own.
  case changeSettings
  /// See everything that is kept of a person.
  case seeKept
  /// Take all that along.
  case takeKept
  /// Correct a person's name.
  case correctName
  /// Have everything erased that is kept of a person.
  case erasePerson
}

/// Where an event is in its time.
package enum EventState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It has not begun; it can be joined.
  case planned
  /// Pictures are taken.
  case running
  /// It is over, and everything is still there, for thirty days.
  case ended
  /// Nothing is left.
  case gone
}

/// Whose a picture, or what is kept, is.
package enum Ownership: String, Hashable, Sendable, CaseIterable {
  /// Of who asks.
  case own
  /// Somebody else's.
  case others
}

/// Who may do something by the organiser's word.
package enum Audience: String, Codable, Hashable, Sendable, CaseIterable {
  /// Everybody at the event.
  case everyone
  /// The organiser, and guests with the page.
  case guests
  /// The organiser alone.
  case organiser
}

/// All that a decision goes by.
package struct PermissionQuestion: Hashable, Sendable {
  /// Who asks.
  package var role: EventRole
  /// What for.
  package var action: EventAction
  /// Where the event is in its time.
  package var state: EventState
  /// Whose picture, or whose data; `.own` for what is nobody's.
  package var whose = Ownership.own
  /// Who may add pictures.
  package var uploaders = Audience.everyone
  /// Who may take pictures along.
  package var downloaders = Audience.everyone
  /// Whether the gallery opens only when the event has ended.
  package var opensAtEnd = false
  /// Whether the picture waits for a look.
  package var isWaiting = false

  /// Asks whether a role may do something in a state.
  package init(_ role: EventRole, _ action: EventAction, _ state: EventState) {
    self.role = role
    self.action = action
    self.state = state
  }
}

/// Who may do what: the one place that decides, for pages, API, files, zips and news.
package enum Permission {
  /// Decides.
  ///
  /// What of another is not named here is refused.
  package static func allows(_ question: PermissionQuestion) -> Bool {
    let isOrganiser = question.role == .organiser
    if question.action == .createEvent { return isOrganiser }
    guard question.state != .gone else { return false }
    guard question.role != .stranger else { return question.action == .join }
    // Guests with the page, and the organiser, who is one, too.
    let isMember = question.role != .visitor
    let isOwn = question.whose == .own
    switch question.action {
    case .createEvent, .showCode, .exportEvent, .removeEvent, .seeCounts, .seeFilms:
      return isOrganiser
    case .changeEvent: return isOrganiser && question.state == .planned
    case .closeEvent, .extendEvent: return isOrganiser && question.state == .running
    case .reviewPicture: return isOrganiser && question.state != .planned
    case .join, .hear: return true
    case .useCamera: return isMember && question.state == .running && mayUpload(question)
    case .upload: return question.state == .running && mayUpload(question)
    case .sendLater: return question.state != .planned && mayUpload(question)
    case .seeGallery: return isGalleryOpen(question)
    case .seeOwnGallery: return isMember
    case .seePicture: return maySee(question)
    case .download: return maySee(question) && (isOwn && isMember || mayDownload(question))
    case .downloadAll: return isGalleryOpen(question) && mayDownload(question)
    case .deletePicture: return isOrganiser || isMember && isOwn
    case .renamePicture, .changeSettings: return isMember && isOwn
    // Everybody's own, and nobody else's: not even the organiser sees what is kept of a guest.
    case .leave, .seeKept, .takeKept, .correctName, .erasePerson: return isOwn
    }
  }

  private static func isGalleryOpen(_ question: PermissionQuestion) -> Bool {
    question.role == .organiser || !question.opensAtEnd || question.state == .ended
  }

  private static func maySee(_ question: PermissionQuestion) -> Bool {
    if question.role == .organiser { return true }
    if question.role == .guest, question.whose == .own { return true }
    return isGalleryOpen(question) && !question.isWaiting
  }

  private static func mayUpload(_ question: PermissionQuestion) -> Bool {
    contains(question.uploaders, question.role)
  }

  private static func mayDownload(_ question: PermissionQuestion) -> Bool {
    contains(question.downloaders, question.role)
  }

  private static func contains(_ audience: Audience, _ role: EventRole) -> Bool {
    switch audience {
    case .everyone: true
    case .guests: role == .organiser || role == .guest
    case .organiser: role == .organiser
    }
  }
}
