internal import ArgumentParser
internal import Synchronization
internal import TimeWalk

extension ArgumentHelp {
  private struct FieldKey: Hashable {
    let request: ObjectIdentifier
    let name: String
  }

  // The parser makes a command's options dozens of times in one start.
  private static let made = Mutex<[FieldKey: ArgumentHelp]>([:])

  /// The help of an option: the description of a request's field, which names fields as options.
  static func field<Request: DescribedRequest>(
    _ name: String, of request: Request.Type
  ) -> ArgumentHelp {
    let key = FieldKey(request: ObjectIdentifier(request), name: name)
    return made.withLock { made in
      if let help = made[key] { return help }
      let help = written(name, of: request)
      made[key] = help
      return help
    }
  }

  private static func written<Request: DescribedRequest>(
    _ name: String, of request: Request.Type
  ) -> ArgumentHelp {
    guard let field = Request.field(name) else {
      preconditionFailure("a request has no field \(name)")
    }
    let words = field.about.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let bare = word.prefix { $0.isLetter }
      // Few words have a capital within, and only they are looked up.
      guard bare.dropFirst().contains(where: \.isUppercase),
        Request.fields.contains(where: { $0.wire.name == bare })
      else { return String(word) }
      return option(String(bare)) + word.dropFirst(bare.count)
    }
    return ArgumentHelp("\(words.joined(separator: " "))", valueName: field.unit)
  }

  /// A field's name as that of an option: `--heading-accuracy`.
  private static func option(_ name: String) -> String {
    "--" + name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}
