internal import TimeWalk
internal import TimeWalkBase

/// Writes answers with addresses in place of paths.
///
/// Machine faults are reported by kind only (`Problem`), since their messages name files.
struct PublicAnswer: Sendable {
  let names: MachineNames
  /// The beginning of addresses: `https://host` or nothing.
  let base: String

  /// An answer as JSON in UTF-8.
  func bytes(_ answer: some Encodable & Sendable) throws(TimeWalkError) -> [UInt8] {
    guard var named = answer as? any FileNaming else {
      return names.cleaned(json: try WireFormat.bytes(answer))
    }
    named.replacePaths(by: links)
    return names.cleaned(json: try WireFormat.bytes(named))
  }

  /// The addresses of files.
  var links: AnswerLinks {
    AnswerLinks { id, role in
      address(ofPhoto: id, role)
    } picture: { item in
      address(ofItem: item)
    }
  }

  /// The address of a photo, or of a rendition.
  func address(ofPhoto id: String, _ role: String? = nil) -> String {
    base + "/v1/photos/\(id)" + (role.map { "/\($0)" } ?? "")
  }

  /// The address of an item's picture.
  func address(ofItem name: String) -> String {
    base + "/v1/items/\(PercentCoding.encoded(name))/picture"
  }
}
