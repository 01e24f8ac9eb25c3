internal import TimeWalkBase

/// Turns the endpoint's answers into those of the web: addresses in the place of paths.
///
/// An answer without a path goes out as it is, to the byte. In others each member `path` becomes a
/// `url`, what else names a file of this machine is left out or loses its folders, and a photo's
/// number gives way to its id.
///
/// Machine faults are reported by kind only (`Problem`), since their messages name files.
struct PublicAnswer: Sendable {
  let names: MachineNames
  /// What addresses begin with: `https://host` or nothing.
  let base: String

  /// An answer as clients get it.
  ///
  /// - Parameters:
  ///   - answer: the endpoint's, UTF-8.
  ///   - photo: the id of the photo that it is about; `nil` where it is about none.
  /// - Returns: the answer, UTF-8.
  func made(of answer: [UInt8], photo: String? = nil) -> [UInt8] {
    guard photo != nil || names.stand(in: answer) else { return answer }
    guard let value = try? JSONValue(document: answer) else { return Array("null".utf8) }
    var text = JSONText()
    text.value(made(of: value, photo: photo))
    return text.take()
  }

  /// The same for a value.
  func made(of value: JSONValue, photo: String?) -> JSONValue {
    switch value {
    case .string(let text): return .string(names.cleaned(text))
    case .array(let elements): return .array(elements.map { made(of: $0, photo: photo) })
    case .object(let members): return .object(made(of: members, photo: photo))
    case .null, .bool, .number: return value
    }
  }

  private func made(of members: [String: JSONValue], photo: String?) -> [String: JSONValue] {
    // A list of photos tells the id of each beside it.
    let photo = members["photo"] == nil ? photo : members["id"]?.string ?? photo
    var result: [String: JSONValue] = [:]
    for (name, value) in members {
      switch name {
      case "path":
        if let role = members["role"]?.string {
          result["url"] = photo.map { .string(address(ofPhoto: $0, role)) }
        }
      case "original", "missing": continue
      case "sequence" where photo != nil: continue
      case "media":
        result[name] = media(value, of: members["id"]?.string)
      case "photo":
        var inner = value.members ?? [:]
        inner["sequence"] = nil
        inner = made(of: inner, photo: photo)
        if let photo { inner["id"] = .string(photo) }
        result[name] = .object(inner)
      default: result[name] = made(of: value, photo: photo)
      }
    }
    return result
  }

  /// Where a picture of an item is.
  private func media(_ value: JSONValue, of item: String?) -> JSONValue? {
    guard var members = value.members else { return nil }
    guard members["path"] != nil, let item else { return made(of: value, photo: nil) }
    members["path"] = nil
    members["url"] = .string(address(ofItem: item))
    return .object(members)
  }

  /// Where a rendition is.
  func address(ofPhoto id: String, _ role: String? = nil) -> String {
    base + "/v1/photos/\(id)" + (role.map { "/\($0)" } ?? "")
  }

  /// Where the picture of an item is.
  func address(ofItem name: String) -> String {
    base + "/v1/items/\(PercentCoding.encoded(name))/picture"
  }
}
