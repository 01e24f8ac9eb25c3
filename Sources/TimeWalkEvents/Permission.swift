/// The caller's role in one event.
package enum EventRole: String, Hashable, Sendable, CaseIterable {
  /// The organiser of the event, or the operator.
  case organiser
  /// A guest who joined with the page.
  case guest
  /// A guest who joined by the code alone, for a session.
  case visitor
  /// All others.
  case stranger
}

/// An action on an event.
package enum EventAction: String, Hashable, Sendable, CaseIterable {
  /// Make an event; the only action that needs none.
  case createEvent
  /// See the event's code, id and cards.
  case showCode
  /// Change the settings.
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
  /// Receive news of the event; news of pictures requires access to the gallery.
  case hear
  /// See all guests' pictures.
  case seeGallery
  /// See one's own pictures, including waiting ones.
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

/// The phase of an event.
package enum EventState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It has not begun; it can be joined.
  case planned
  /// Pictures are taken.
  case running
  /// It is over, and everything is still there, for thirty days.
  case ended
  /// Nothing remains.
  case gone
}

/// The owner of a picture or of stored data.
package enum Ownership: String, Hashable, Sendable, CaseIterable {
  /// The caller.
  case own
  /// Another person.
  case others
}

/// The group that the organiser permits an action.
package enum Audience: String, Codable, Hashable, Sendable, CaseIterable {
  /// All people of the event.
  case everyone
  /// The organiser, and guests with the page.
  case guests
  /// The organiser alone.
  case organiser
}

/// All that a decision goes by.
package struct PermissionQuestion: Hashable, Sendable {
  /// The caller's role.
  package var role: EventRole
  /// The action.
  package var action: EventAction
  /// The phase of the event.
  package var state: EventState
  /// The owner of the picture or the data; `.own` for data without an owner.
  package var whose = Ownership.own
  /// The group that may add pictures.
  package var uploaders = Audience.everyone
  /// The group that may download pictures.
  package var downloaders = Audience.everyone
  /// True if the gallery opens only when the event has ended.
  package var opensAtEnd = false
  /// True if the picture waits for a look.
  package var isWaiting = false

  /// A query for a role's permission in a state.
  package init(_ role: EventRole, _ action: EventAction, _ state: EventState) {
    self.role = role
    self.action = action
    self.state = state
  }
}

/// The table of permissions: the one function that decides, for pages, API, files, zips and news.
package enum Permission {
  /// Decides.
  ///
  /// Other combinations are refused.
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
    case .join, .hear, .seeOwnGallery: return true
    case .useCamera: return isMember && question.state == .running && mayUpload(question)
    case .upload: return question.state == .running && mayUpload(question)
    case .sendLater: return question.state != .planned && mayUpload(question)
    case .seeGallery: return isGalleryOpen(question)
    case .seePicture: return maySee(question)
    case .download: return maySee(question) && (isOwn && isMember || mayDownload(question))
    case .downloadAll: return isGalleryOpen(question) && mayDownload(question)
    case .deletePicture: return isOrganiser || isMember && isOwn
    case .renamePicture, .changeSettings: return isMember && isOwn
    // One's own data only: even the organiser can't see a guest's stored data.
    case .leave, .seeKept, .takeKept, .correctName, .erasePerson: return isOwn
    }
  }

  private static func isGalleryOpen(_ question: PermissionQuestion) -> Bool {
    question.role == .organiser || !question.opensAtEnd || question.state == .ended
  }

  private static func maySee(_ question: PermissionQuestion) -> Bool {
    if question.role == .organiser || question.whose == .own { return true }
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
