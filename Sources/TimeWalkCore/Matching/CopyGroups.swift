/// Finds the items of an answer that are copies of one picture; ten scans of one card count once.
///
/// Two items are copies when the catalogue declares it, directly or through others. They are also
/// copies if their fingerprints are near and their places and dates don't contradict. A fingerprint
/// group never holds two items that are too far apart, which prevents chaining a row of similar
/// views.
///
/// A pure function of the ranked list; the same list gives the same groups.
package struct CopyGroups: Hashable, Sendable {
  /// The data of one item of the answer.
  package struct Member: Hashable, Sendable {
    /// The item's name.
    package var id: ItemID
    /// The ranking score, 0 or more.
    package var score: Double
    /// True if its picture is on this machine.
    package var hasPicture: Bool
    /// The place in its catalogue.
    package var pose: RecordedPose
    /// The days that its date may mean; `nil` without a date.
    package var dates: DateSpan?
    /// The picture's fingerprint; `nil` if it was not computed.
    package var fingerprint: Fingerprint?
    /// The items that it is declared to be a copy of: its original, that one's original, and so on.
    package var originals: [ItemID]

    /// Describes an item; omitted values are unknown.
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
    /// The item that represents the picture.
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

  /// The share of the group's best score that an item with a picture may lack and still represent
  /// the group.
  package static let hair = 0.02
  /// The maximum distance of two copies, as a multiple of both accuracies; catalogues often geocode
  /// one card twice.
  static let radii = 3.0
  /// The additional distance in metres: one item has the camera's place, the other the subject's.
  static let slack = 100.0

  /// Groups items.
  ///
  /// Complexity: quadratic in the number of items, some nanoseconds a pair.
  /// - Parameters:
  ///   - ranked: the items, best first.
  ///   - itemAccuracy: the 68 % radius of a place without one in its catalogue, metres.
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
    // Most answers have no statements of catalogues about copies.
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
