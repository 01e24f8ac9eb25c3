import TimeWalkArchive
import TimeWalkStorage
import TimeWalkTables

/// The permitted content of a table's definition.
enum TableRule {
  /// SQLite's own functions, and types with a length; they don't access files or change anything.
  private static let functions: Set<String> = [
    "instr", "length", "json_valid", "json_array_length", "abs", "lower", "upper", "trim", "typeof",
    "coalesce", "ifnull", "min", "max", "round", "strftime", "datetime", "date", "time",
    "varchar", "nvarchar", "char", "nchar", "character", "varying", "decimal", "numeric", "double",
    "float", "real", "integer", "int", "text", "blob", "timestamp",
  ]
  /// Words that may precede a bracket and call nothing.
  private static let keywords: Set<String> = [
    "check", "in", "and", "or", "not", "key", "unique", "default", "between", "is", "then", "when",
    "else", "case", "values",
  ]

  /// The fault of a table of ours.
  static func fault(of object: SchemaObject, _ tokens: [SQLToken]) -> String? {
    if tokens.dropFirst().first == .word("virtual") {
      let isTree = ["idx_items_geometry", "map_boxes"].contains(object.name)
      let isAllowed = isTree ? isTreeText(tokens) : SQLToken.all(of: WordSchema.table) == tokens
      return isAllowed ? nil : "is computed by a module and isn't a plain table"
    }
    guard tokens.count > 3, tokens[0] == .word("create"), tokens[1] == .word("table"),
      tokens[2].asName == object.name, tokens[3] == .sign(UInt8(ascii: "("))
    else { return "isn't defined as a plain table" }
    for index in tokens.indices.dropFirst(3) {
      switch tokens[index] {
      case .word("generated"), .word("as"), .word("select"):
        return "computes a column"
      case .word("on") where object.isOfOurs:
        return "has rules for other rows when one changes"
      case .word(let name) where tokens.opensBracket(after: index):
        let isReference = index > 0 && tokens[index - 1] == .word("references")
        guard isReference || keywords.contains(name) || functions.contains(name) else {
          return "calls the function \(name)"
        }
      case .name(let name) where tokens.opensBracket(after: index):
        guard index > 0, tokens[index - 1] == .word("references") else {
          return "calls the function \(name)"
        }
      default: break
      }
    }
    return nil
  }

  /// The fault of another program's table: our changes would change it, too.
  static func faultOfForeign(_ object: SchemaObject) -> String? {
    guard let tokens = SQLToken.all(of: object.sql) else { return nil }
    for index in tokens.indices where tokens[index] == .word("references") {
      guard index + 1 < tokens.count, let parent = tokens[index + 1].asName,
        SchemaObject.ours.contains(parent), tokens[(index + 2)...].contains(.word("on"))
      else { continue }
      return "is changed together with the archive's table \(parent)"
    }
    return nil
  }

  /// `CREATE VIRTUAL TABLE name USING rtree (column, …)`.
  private static func isTreeText(_ tokens: [SQLToken]) -> Bool {
    guard tokens.count > 7, tokens[2] == .word("table"), tokens[4] == .word("using"),
      tokens[5] == .word("rtree"), tokens[6] == .sign(UInt8(ascii: "("))
    else { return false }
    return tokens.dropFirst(7).dropLast().allSatisfy { token in
      token.asName != nil || token == .sign(UInt8(ascii: ","))
        || token == .sign(UInt8(ascii: "+"))
    }
  }
}

/// The permitted content of an index's definition: columns by their names, and rows with a value;
/// or exactly our text.
enum IndexRule {
  private static let own = ReviewCounts.indexes.compactMap(SQLToken.all)

  static func fault(of tokens: [SQLToken]) -> String? {
    guard !own.contains(tokens) else { return nil }
    let brackets = tokens.filter { $0 == .sign(UInt8(ascii: "(")) }.count
    guard brackets == 1, let open = tokens.firstIndex(of: .sign(UInt8(ascii: "("))),
      let close = tokens.firstIndex(of: .sign(UInt8(ascii: ")"))), open < close
    else { return "has computed values" }
    let rest = tokens[(close + 1)...]
    let isPlain =
      rest.isEmpty
      || rest.count == 5 && rest.first == .word("where")
        && rest.suffix(3).elementsEqual([.word("is"), .word("not"), .word("null")])
    return isPlain ? nil : "has computed rows"
  }
}

/// The permitted content of a trigger on a table of ours or of SpatiaLite.
enum TriggerRule {
  /// The functions in SpatiaLite's triggers; all but `RTreeAlign` only compute.
  private static let functions: Set<String> = [
    "raise", "lower", "upper", "geometryconstraints", "strftime", "rtreealign", "count", "max",
    "min", "coalesce",
  ]
  /// Words that may precede a bracket and call nothing.
  private static let keywords: Set<String> = [
    "select", "where", "in", "and", "or", "not", "exists", "values", "when", "then", "else", "case",
    "is", "on", "from", "as", "like", "glob", "between",
  ]
  /// The tables that SpatiaLite's triggers keep up to date with the items.
  private static let followers: Set<String> = ["geometry_columns_time", "idx_items_geometry"]

  /// The fault of a trigger: one of ours must equal our text exactly, and another may do no more
  /// than SpatiaLite's do.
  static func fault(of object: SchemaObject, _ tokens: [SQLToken]) -> String? {
    if OwnTriggers.all[object.name]?.contains(tokens) == true { return nil }
    return doesMore(tokens).map { "isn't TimeWalk's, and \($0)" }
  }

  /// A trigger's actions other than refusing a row or updating SpatiaLite's own tables.
  private static func doesMore(_ tokens: [SQLToken]) -> String? {
    guard let begin = tokens.firstIndex(of: .word("begin")) else { return "is unreadable" }
    for index in tokens.indices {
      let isCall = tokens.opensBracket(after: index)
      switch tokens[index] {
      case .word("insert") where index > begin, .word("replace") where index > begin:
        return "adds rows"
      // It would silently leave a row unchanged.
      case .word("ignore"): return "skips changes"
      case .word("update") where index > begin:
        guard target(tokens, after: index, 0) else { return "changes rows" }
      case .word("delete") where index > begin:
        guard target(tokens, after: index, 1) else { return "deletes rows" }
      case .word("rtreealign"):
        guard isCall, index + 2 < tokens.count, tokens[index + 2] == .text("idx_items_geometry")
        else { return "changes an index" }
      case .word(let name) where isCall:
        guard functions.contains(name) || keywords.contains(name) else {
          return "calls the function \(name)"
        }
      case .name(let name) where isCall:
        return "calls the function \(name)"
      default: break
      }
    }
    return nil
  }

  /// Returns true if the written table is one that is derived from the items.
  private static func target(_ tokens: [SQLToken], after index: Int, _ words: Int) -> Bool {
    let place = index + words + 1
    guard place < tokens.count, words == 0 || tokens[index + 1] == .word("from") else {
      return false
    }
    return tokens[place].asName.map(followers.contains) ?? false
  }
}

/// The triggers of all versions of an archive, by name.
private enum OwnTriggers {
  static let all: [String: [[SQLToken]]] = {
    let texts =
      TileSchema.triggers + MapSchema.triggers + CountSchema.triggers
      + CountSchema.earlierTriggers + WordSchema.triggers
    return Dictionary(
      grouping: texts.compactMap(SQLToken.all).filter { $0.count > 2 }
    ) { $0[2].asName ?? "" }
  }()
}
