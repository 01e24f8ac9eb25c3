internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

struct FaultContext: PageContext {
  static let template = PageTemplate.fault
  let title, help: String
  /// True for an error in the form to sign in.
  var isWrong = false
  var command: PageWords?
  var detailHTML: String?
  /// The event's address.
  var event: String?
  var events = false
  /// The address after signing in.
  var signIn: String?
}

/// An error as a page.
struct FaultPage {
  let problem: Problem
  let request: Request
  /// True if the server has tokens, so signing in can help.
  let hasTokens: Bool
  /// True if the reader may see the archive and the library.
  let mayRead: Bool

  /// The event in the address; the page leads its guests back to it, since they have no tokens.
  private var event: EventID? {
    let parts = request.uri.path.split(separator: "/")
    guard parts.count > 1, parts[0] == "events", parts[1] != "sign-in" else { return nil }
    return EventID(String(parts[1]))
  }

  /// True if an organiser's session ended before the event was made.
  private var isMaking: Bool {
    problem.status == .unauthorized && request.uri.path == "/events"
  }

  /// The page with the problem's status and headers.
  func response() -> Response {
    let language = request.language
    let text = language.text
    let isGone = problem.code == EventErrorCode.noSuchEvent.rawValue
    let own = ownWords(text)
    let (title, help) = own ?? words(text)
    var context = FaultContext(title: title, help: help)
    // Details are in English, as for programs; a message in the reader's language needs none.
    if problem.code == TimeWalkError.Code.inputMissing.rawValue {
      context.command = PageWords(words: "timewalk archive import CATALOGUE")
    } else if own == nil {
      context.detailHTML = text.english(problem.detail.capitalizedFirst + ".")
    }
    if let event, !isGone {
      context.event = "/events/\(event.text)"
    } else if problem.code == EventErrorCode.wrongPassphrase.rawValue || isGone || isMaking {
      context.events = true
    } else if problem.status == .unauthorized, hasTokens {
      context.signIn = request.uri.path
    }
    if isMaking, hasTokens { context.signIn = "/events" }
    context.isWrong = context.signIn != nil && request.method == .post
    var response = Page(context: context, title: title, status: problem.status).response(
      in: language, mayRead: mayRead, at: request.pageAddress)
    for field in problem.headers { response.headers[field.name] = field.value }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The message for a refusal of events; `nil` for any other problem.
  private func ownWords(_ text: PageText) -> (title: String, help: String)? {
    switch EventErrorCode(rawValue: problem.code) {
    case .noSuchEvent:
      (
        text("This event isn't here"),
        text(
          "Thirty days after its end, all data of an event is erased. If the event isn't over, compare the code with the card."
        )
      )
    case .noSuchPicture:
      (text("There is nothing here"), text("The picture was deleted."))
    case .wrongPassphrase:
      (
        text("Wrong name or passphrase"),
        text("Go back, and type both again.")
      )
    case .locked:
      (text("Too many wrong passphrases"), text("Wait a quarter of an hour and try again."))
    case .limitReached where event != nil && problem.status == .conflict:
      (
        text("No more pictures"),
        text("You have sent the greatest number of pictures for this event.")
      )
    case .consentMissing:
      (
        text("Your consent is needed first"),
        text("Go back to the event: it shows which data is stored, and asks for your consent.")
      )
    case .notAllowed where event != nil:
      (
        text("This isn't allowed"),
        text("The event doesn't allow it, or not now: it may have ended, or not begun.")
      )
    case .policyIncomplete:
      (
        text("This event can't be used yet"),
        text("The operator of this server must first complete the privacy notice.")
      )
    case nil where isMaking:
      (
        text("You are signed out"),
        text("Sign in again as an organiser. The form that you filled in is still there.")
      )
    case .invalidValue where event != nil:
      FaultPage.valueHelp(problem.field, text).map { (text("That didn't work"), $0) }
    default: nil
    }
  }

  /// The sentence for an invalid field of an event's form; `nil` for any other one.
  static func valueHelp(_ field: String?, _ text: PageText) -> String? {
    switch field {
    case "name": text("Enter a name: one short line.")
    case "begins", "ends", "hours":
      text("An event must end in the future and after it begins. It can last at most 30 days.")
    case "photos": text("Each guest has 1 to %1 photos.", String(EventLimits.photos.upperBound))
    case "guests": text("An event has 1 to %1 guests.", String(EventLimits.guests.upperBound))
    default: nil
    }
  }

  /// True if waiting doesn't help.
  private static func isOfMachine(_ code: String) -> Bool {
    switch TimeWalkError.Code(rawValue: code) {
    case .archiveUnusable, .componentMissing, .cannotCreate, .inputOutput, .noSpace: true
    default: false
    }
  }

  private func words(_ text: PageText) -> (title: String, help: String) {
    switch problem.status {
    case .notFound:
      (
        text("There is nothing here"),
        text("It may have been removed, or the address may be wrong.")
      )
    case .unauthorized:
      (text("Sign in"), text("The operator of this server gives out the tokens."))
    case .forbidden:
      (text("This isn't allowed"), text("Your token doesn't have the right to do this."))
    case .contentTooLarge: (text("That is too large"), text("Send a smaller file."))
    case .serviceUnavailable where problem.code == TimeWalkError.Code.inputMissing.rawValue:
      (
        text("There is no archive yet"),
        text(
          "The operator of this server imports a catalogue of old pictures with this command, and then starts the server again:"
        )
      )
    case .serviceUnavailable where FaultPage.isOfMachine(problem.code):
      (text("This server has a fault"), text("Its operator must repair it."))
    case .tooManyRequests, .serviceUnavailable:
      (text("Too much at once"), text("Wait a moment and try again."))
    default:
      switch problem.code {
      case TimeWalkError.Code.positionMissing.rawValue:
        (
          text("The photo doesn't say where it was taken"),
          text("Go back and give the place, or send the photo with its position.")
        )
      case TimeWalkError.Code.unsupportedFormat.rawValue, TimeWalkError.Code.imageDamaged.rawValue:
        (text("This file isn't a readable photo"), text("Choose another file."))
      default:
        (text("That didn't work"), text("The message below says why."))
      }
    }
  }
}
