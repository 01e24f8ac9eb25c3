internal import Crypto
package import Foundation

/// Terms and privacy notice of walks, made from a file that the operator completes.
package struct WalkPolicy: Codable, Hashable, Sendable {
  /// Who is responsible: a person or a body.
  package var `operator`: String
  /// Where post reaches them.
  package var address: String
  /// Where mail reaches them, for questions and requests.
  package var email: String
  /// Where the machine stands, and who runs it.
  package var machine: String
  /// The authority that complaints go to.
  package var authority: String
  /// What else guests should know; may be empty.
  package var more: String

  /// What a file to be completed has in it.
  package static let template = """
    {
      "operator": "",
      "address": "",
      "email": "",
      "machine": "",
      "authority": "",
      "more": ""
    }

    """

  /// Reads a completed file.
  ///
  /// - Throws: `policyIncomplete`, naming what lacks.
  package init(json: Data) throws(WalkFault) {
    do { self = try JSONDecoder().decode(WalkPolicy.self, from: json) } catch {
      throw WalkFault(
        .policyIncomplete,
        "the file for terms and privacy notice must be JSON with the texts operator, address, email,"
          + " machine, authority and more", cause: error)
    }
    let needed = [
      ("operator", `operator`), ("address", address), ("email", email), ("machine", machine),
      ("authority", authority),
    ]
    let lacking = needed.filter { $0.1.allSatisfy(\.isWhitespace) }.map(\.0)
    guard lacking.isEmpty else {
      throw WalkFault(
        .policyIncomplete,
        "the file for terms and privacy notice lacks: \(lacking.joined(separator: ", "))")
    }
  }

  /// What a consent refers to: the beginning of the SHA-256 of the text, hexadecimal.
  package var version: String {
    SHA256.hash(data: Data(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
  }

  /// The notice in English, a paragraph a line.
  package var text: String {
    let days = Int(WalkLimits.kept / 86_400)
    let hours = Int(WalkLimits.session / 3600)
    var lines = [
      "Privacy notice and terms of a walk",
      "Who is responsible: \(`operator`), \(address). Questions and requests: \(email).",
      "What is kept: the name that you give, the pictures that you send, when they were sent and"
        + " taken, and that you agreed to this. Where a picture was taken is kept only in walks"
        + " that show positions; the walk's page says so.",
      "Why: so that everybody in the walk can see its pictures. The ground is your consent"
        + " (GDPR, article 6, paragraph 1, letter a), which you can take back at any time.",
      "Who sees it: the people in the walk, its organiser, and whoever runs the machine. Nothing"
        + " is given to anybody else, and nobody is tracked: counts have no names.",
      "How long: everything of a walk is erased \(days) days after its end. If you came by the"
        + " code alone, your name is kept for \(hours) hours at most, or until you leave.",
      "Your rights: on the walk's page you can see everything that is kept of you, take it along,"
        + " correct your name, and have all of it erased at once. You can complain to"
        + " \(authority).",
      "Where: \(machine). The one cookie keeps you in the walk.",
      "Terms: send only pictures that you may show. The organiser may remove pictures.",
    ]
    if !more.isEmpty { lines.append(more) }
    return lines.joined(separator: "\n")
  }
}
