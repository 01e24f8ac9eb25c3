import TimeWalkArchive

/// Something that is done to an archive, or asked of it.
struct Operation {
  /// The result of an operation; entries of the journal are numbered from 1.
  struct Outcome {
    /// The part that the model foretells.
    var plain: String
    /// The rest, in which engines agree.
    var more: String

    var text: String { "\(plain) | \(more)" }

    init(plain: String, more: String = "") { (self.plain, self.more) = (plain, more) }

    /// The outcome of a change, with the number of its entry.
    init(
      _ said: String, entry: Int64?, more: String = "", in archive: any CuratedArchive
    ) throws {
      self.init(plain: "\(said) \(try Numbers(archive).place(entry))", more: more)
    }
  }

  let name: String
  let run: (any CuratedArchive) throws -> Outcome
  /// The same for the model; `nil` for questions that it knows nothing of.
  var foretell: ((inout Model) throws -> String)?

  /// The result of the operation, or its error.
  func result(on archive: any CuratedArchive) -> Outcome {
    do { return try run(archive) } catch let error as ArchiveError {
      let numbers = try? Numbers(archive)
      return Outcome(
        plain: Self.plain(error) { numbers?.place($0) ?? 0 },
        more: error.code == .conflict ? "" : error.message)
    } catch { return Outcome(plain: "error \(error)") }
  }

  /// The same as one text.
  func outcome(on archive: any CuratedArchive) -> String { result(on: archive).text }

  /// The model's predicted result.
  func foretold(by model: inout Model) -> String? {
    guard let foretell else { return nil }
    do { return try foretell(&model) } catch let error as ArchiveError {
      return Self.plain(error) { Int($0) }
    } catch { return "error \(error)" }
  }

  /// An error with the places of the entries that must be undone first.
  private static func plain(_ error: ArchiveError, _ place: (Int64) -> Int) -> String {
    guard error.code == .conflict, let colon = error.message.lastIndex(of: ":") else {
      return "error \(error.code)"
    }
    let list = error.message[colon...].split { !$0.isNumber }.compactMap { Int64($0) }
    return "error \(error.code) \(list.map(place))"
  }
}

/// The entries of a journal, numbered from 1: engines may pass numbers and keys over.
struct Numbers {
  private let entries: [JournalEntry]

  init(_ archive: any CuratedArchive) throws { self.init(try archive.history()) }

  /// Of the entries, newest first.
  init(_ entries: [JournalEntry]) { self.entries = entries.reversed() }

  /// The place of an entry; 0 for none.
  func place(_ number: Int64?) -> Int {
    (entries.firstIndex { $0.number == number } ?? -1) + 1
  }

  /// All that an entry says but the keys.
  func text(of entry: JournalEntry) -> String {
    let options = entry.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts: [String] = [
      "\(place(entry.number))", entry.kind.rawValue, entry.author ?? "", entry.timestamp ?? "",
      entry.source ?? "", entry.tool ?? "", "\(options)", entry.collection ?? "",
      "\(entry.counts)", "undoes \(place(entry.undoes))", "undone by \(place(entry.undoneBy))",
    ]
    return parts.joined(separator: " | ")
  }
}
