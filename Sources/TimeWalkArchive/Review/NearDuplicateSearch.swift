package import TimeWalkCore

/// The search for similar pictures, over all items at once.
package struct NearDuplicateSearch {
  /// An item with its picture's fingerprint.
  package struct Member {
    var id: ItemID
    var fingerprint: Fingerprint
    var pixels: Int
    var copyOf: String?
    var place: Coordinate?
    var dates: DateSpan?

    /// Makes one.
    ///
    /// - Parameters:
    ///   - id: the item.
    ///   - fingerprint: its picture's fingerprint.
    ///   - pixels: the size of the picture, 0 if unknown.
    ///   - copyOf: its declared original.
    ///   - place: its coordinate; `nil` for an unreadable one.
    ///   - dates: the days that its date may mean.
    package init(
      _ id: ItemID, _ fingerprint: Fingerprint, pixels: Int, copyOf: String?, place: Coordinate?,
      dates: DateSpan?
    ) {
      self.id = id
      self.fingerprint = fingerprint
      self.pixels = pixels
      self.copyOf = copyOf
      self.place = place
      self.dates = dates
    }
  }

  private var members: [Member] = []
  private var blank = 0

  /// Makes a search over nothing.
  package init() {}

  /// Takes an item in; the eldest comes first.
  package mutating func add(_ member: Member) {
    if member.fingerprint.isTelling { members.append(member) } else { blank += 1 }
  }

  /// The similar pictures.
  ///
  /// Groups contain the pictures near to one original, which prevents chaining a row of similar
  /// views. Declared copies are left out. With a collection, one of each pair belongs to it.
  package func pictures(collection: String?) -> NearDuplicates {
    // The same picture many times, a placeholder for instance, is compared once.
    var first: [Fingerprint: Int] = [:]
    var prints: [Fingerprint] = []
    var holders: [[Int]] = []
    for (place, member) in members.enumerated() {
      if let known = first[member.fingerprint] {
        holders[known].append(place)
      } else {
        first[member.fingerprint] = prints.count
        prints.append(member.fingerprint)
        holders.append([place])
      }
    }
    let pairs = NearDuplicatePairs(prints).pairs()
    var near = [[Int]](repeating: [], count: prints.count)
    for pair in pairs {
      near[pair.first].append(pair.second)
      near[pair.second].append(pair.first)
    }
    // The largest first, then the oldest. Assigned items are removed, which avoids repeated
    // comparisons of thousands of placeholders.
    var inside = holders.map { holders in
      holders.filter { collection == nil || members[$0].id.collection == collection }
    }
    let order = members.indices.sorted { (members[$1].pixels, $0) < (members[$0].pixels, $1) }
    let families = declaredFamilies()
    var isTaken = [Bool](repeating: false, count: members.count)
    var suggestions: [NearDuplicate] = []
    for leader in order where !isTaken[leader] {
      isTaken[leader] = true
      guard let mine = first[members[leader].fingerprint] else { continue }
      // One of each pair is of the requested collection.
      let isInside = collection == nil || members[leader].id.collection == collection
      let kin = [mine] + near[mine]
      let around = kin.flatMap { isInside ? holders[$0] : inside[$0] }.sorted()
      for place in around where !isTaken[place] {
        isTaken[place] = true
        guard families[place] != families[leader] else { continue }
        suggestions.append(suggestion(members[place], members[leader]))
      }
      for print in kin {
        inside[print].removeAll { isTaken[$0] }
        if isInside { holders[print].removeAll { isTaken[$0] } }
      }
    }
    return NearDuplicates(
      suggestions: suggestions, compared: members.count, blank: blank,
      isCut: pairs.count >= NearDuplicatePairs.mostPairs)
  }

  private func suggestion(_ copy: Member, _ original: Member) -> NearDuplicate {
    var meters = 0.0
    if let here = copy.place, let there = original.place {
      meters = LocalPlane(origin: here).offset(of: there).length
    }
    return NearDuplicate(
      item: copy.id, original: original.id,
      distance: copy.fingerprint.distance(to: original.fingerprint), metersApart: meters,
      datesDiffer: copy.dates.flatMap { mine in original.dates.map { !mine.overlaps($0) } } ?? false
    )
  }

  /// A number for each member that those share which are declared copies of one.
  private func declaredFamilies() -> [Int] {
    var parents: [ItemID: ItemID] = [:]
    func root(of id: ItemID) -> ItemID {
      var id = id
      // The path is halved on the way, which avoids following a long chain for each of its copies.
      while let parent = parents[id] {
        if let next = parents[parent] { parents[id] = next }
        id = parent
      }
      return id
    }
    let known = Set(members.map(\.id))
    for member in members {
      guard let name = member.copyOf else { continue }
      let meanings = ItemID.meanings(of: name, in: member.id.collection)
      guard let original = meanings.first(where: known.contains) ?? meanings.last else { continue }
      let (a, b) = (root(of: member.id), root(of: original))
      if a != b { parents[a] = b }
    }
    var numbers: [ItemID: Int] = [:]
    return members.map { member in
      let root = root(of: member.id)
      if let number = numbers[root] { return number }
      numbers[root] = numbers.count
      return numbers.count - 1
    }
  }
}
