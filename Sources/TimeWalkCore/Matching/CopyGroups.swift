/// Tells which items of an answer are copies of one picture, so that ten scans of one card count
/// once.
///
/// Two items are copies when the catalogue says so, directly or by way of others, or when their
/// fingerprints are near and neither places nor dates speak against it. A group that fingerprints
/// make never holds two items that are too far apart to be one picture, so that a row of similar
/// views can't be chained into one.
///
/// A pure function of the ranked list; the same list gives the same groups.
package struct CopyGroups: Hashable, Sendable {
  /// What is known of one item of the answer.
  package struct Member: Hashable, Sendable {
    /// The item's name.
    package var id: ItemID
    /// What the ranking goes by, 0 or more.
    package var score: Double
    /// Whether its picture is on this machine.
    package var hasPicture: Bool
    /// Where the catalogue says that it was taken.
    package var pose: RecordedPose
    /// The days that its date may mean; `nil` without a date.
    package var dates: DateSpan?
    /// What its picture looks like; `nil` when nobody has looked.
    package var fingerprint: Fingerprint?
    /// The items that it is declared to be a copy of: the one, the one which that is a copy of, and
    /// so on.
    package var originals: [ItemID]

    /// Describes an item; what is left out is unknown.
    package init(
      id: ItemID, score: Double, hasPicture: Bool = false, pose: RecordedPose,
      dates: DateSpan? = nil, fingerprint: Fingerprint? = nil, originals: [ItemID] = []
    ) {
      self.id = id
      self.score = score
      self.hasPicture = hasPicture
      self.pose = pose
      self.dates = dates
      self.fingerprint = fingerprint
      self.originals = originals
    }
  }

  /// One picture: places in the ranked list.
  package struct Group: Hashable, Sendable {
    /// The item that stands for the picture.
    package var leader: Int
    /// The others, best first.
    package var copies: [Int]

    /// Makes a group.
    package init(leader: Int, copies: [Int]) {
      self.leader = leader
      self.copies = copies
    }
  }

  /// The groups, by the rank of their best member; every item is in exactly one.
  package let groups: [Group]

  /// How much worse than the best of its group an item with a picture may be to stand for it, as a
  /// share of the score.
  package static let hair = 0.02
  /// How many times both accuracies two copies' places may lie apart; catalogues often geocode one
  /// card twice.
  static let radii = 3.0
  /// What they may lie apart besides, metres: one names the camera's place, the other the
  /// subject's.
  static let slack = 100.0

  /// Groups items.
  ///
  /// Complexity: quadratic in the number of items, some nanoseconds a pair.
  /// - Parameters:
  ///   - ranked: the items, best first.
  ///   - itemAccuracy: the 68 % radius of a place whose catalogue states none, metres.
  package init(ranked: [Member], itemAccuracy: Double = MatchWeights().itemAccuracy) {
    var found: [[Int]] = []
    let haveLooks = ranked.contains { $0.fingerprint != nil }
    for family in CopyGroups.declared(ranked) {
      guard haveLooks else {
        found.append(family)
        continue
      }
      let home = found.firstIndex { group in
        CopyGroups.areAlike(group, family, ranked)
          && !CopyGroups.areApart(group, family, ranked, itemAccuracy)
      }
      if let home { found[home] += family } else { found.append(family) }
    }
    groups = found.map { places in
      let ordered = places.sorted()
      let best = ordered.first.map { ranked[$0].score } ?? 0
      let leader =
        ordered.first {
          ranked[$0].hasPicture && ranked[$0].score >= best * (1 - CopyGroups.hair)
        } ?? ordered.first ?? 0
      return Group(leader: leader, copies: ordered.filter { $0 != leader })
    }
  }

  /// The items that declarations join, each family in rising order, families by their first.
  private static func declared(_ ranked: [Member]) -> [[Int]] {
    // Of most answers no catalogue says anything.
    guard ranked.contains(where: { !$0.originals.isEmpty }) else {
      return ranked.indices.map { [$0] }
    }
    var parents: [ItemID: ItemID] = [:]
    func root(of id: ItemID) -> ItemID {
      var id = id
      while let parent = parents[id] { id = parent }
      return id
    }
    for member in ranked {
      for original in member.originals {
        let (a, b) = (root(of: member.id), root(of: original))
        // Also keeps a cycle of declarations from becoming one of parents.
        if a != b { parents[a] = b }
      }
    }
    var families: [[Int]] = []
    var index: [ItemID: Int] = [:]
    for (place, member) in ranked.enumerated() {
      let root = root(of: member.id)
      if let family = index[root] {
        families[family].append(place)
      } else {
        index[root] = families.count
        families.append([place])
      }
    }
    return families
  }

  private static func areAlike(_ group: [Int], _ family: [Int], _ ranked: [Member]) -> Bool {
    anyPair(group, family) { a, b in
      guard let one = ranked[a].fingerprint, let other = ranked[b].fingerprint else { return false }
      return one.distance(to: other) <= Fingerprint.greatestDistanceOfCopies
    }
  }

  private static func areApart(
    _ group: [Int], _ family: [Int], _ ranked: [Member], _ itemAccuracy: Double
  ) -> Bool {
    anyPair(group, family) { a, b in
      let (one, other) = (ranked[a], ranked[b])
      if let mine = one.dates, let yours = other.dates, !mine.overlaps(yours) { return true }
      let (here, there) = (one.pose.coordinate, other.pose.coordinate)
      let accuracies =
        (here.horizontalAccuracy?.meters ?? itemAccuracy)
        + (there.horizontalAccuracy?.meters ?? itemAccuracy)
      return LocalPlane(origin: here).offset(of: there).length > radii * accuracies + slack
    }
  }

  private static func anyPair(_ a: [Int], _ b: [Int], _ holds: (Int, Int) -> Bool) -> Bool {
    a.contains { first in b.contains { holds(first, $0) } }
  }
}
