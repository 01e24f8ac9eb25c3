internal import Foundation
internal import GRDB

/// Who asks, as far as a front knows.
package enum WalkCaller: Hashable, Sendable {
  /// Whoever keeps the machine: at its terminal, organiser of every walk.
  case keeper
  /// An organiser by name: a token's, or an account's.
  case organiser(String)
  /// Whoever has a guest's token.
  case token(String)
  /// Anybody.
  case nobody

  /// Whoever signs in with an account's name and passphrase.
  package static func account(_ name: String) -> WalkCaller { .organiser("account:" + name) }

  /// Whoever sends a token of this name to the server.
  package static func holder(of token: String) -> WalkCaller { .organiser("token:" + token) }

  /// The organiser's name in a walk's row; `nil` for who makes none.
  var organiserName: String? {
    switch self {
    case .keeper: "keeper"
    case .organiser(let name): "organiser:" + name
    case .token, .nobody: nil
    }
  }
}

/// Who asks, seen from one walk, with the person that is kept there.
struct Standing {
  let walk: Walk
  let role: WalkRole
  /// The caller's row among the people of the walk; `nil` for who hasn't joined.
  let guest: Guest?

  /// Finds out who asks.
  ///
  /// - Throws: `WalkFault.noWalk` for a walk that isn't there, or is gone.
  init(_ caller: WalkCaller, in id: WalkID, at now: Date, _ db: Database) throws {
    guard let walk = try Walk.fetch(db, id), walk.state(at: now) != .gone else {
      throw WalkFault.noWalk
    }
    self.walk = walk
    switch caller {
    case .keeper, .organiser:
      let name = caller.organiserName
      let isOrganiser = caller == .keeper || walk.organiser == name
      role = isOrganiser ? .organiser : .stranger
      guest =
        isOrganiser
        ? try Guest.fetch(db, "walk = ? AND organiser = ?", [id.text, name]).first : nil
    case .token(let token):
      guest = try Guest.fetch(
        db, "walk = ? AND token = ?", [id.text, GuestToken.hash(of: token)]
      ).first { $0.isSignedIn(at: now) }
      role = guest?.role ?? .stranger
    case .nobody:
      guest = nil
      role = .stranger
    }
  }

  /// Asks the one function that decides.
  ///
  /// - Throws: `notAllowed`; `noSuchGuest` for who is in no walk of that id by this caller.
  func demand(_ action: WalkAction, at now: Date, of picture: Picture? = nil) throws(WalkFault) {
    guard allows(action, at: now, of: picture) else {
      if role == .stranger { throw WalkFault.noGuest }
      throw WalkFault(.notAllowed, "this isn't allowed in the walk, or not now")
    }
  }

  func allows(_ action: WalkAction, at now: Date, of picture: Picture? = nil) -> Bool {
    var question = walk.question(role, action, at: now)
    if let picture {
      question.whose = picture.guest == guest?.id ? .own : .others
      question.isWaiting = picture.isWaiting
    }
    return Permission.allows(question)
  }
}
