package import TimeWalkCore

/// A user's query of an archive; all given parts must match.
package struct ArchiveQuery: Hashable, Sendable {
  /// A place with the radius around it.
  package struct Area: Hashable, Sendable {
    /// The middle.
    package var center: Coordinate
    /// The greatest distance of an item's coordinate from the middle.
    package var radius: Distance
    /// True if an item must show the middle: it lies in the item's field of view, as far as it
    /// looks.
    ///
    /// Without a heading, and for an item located by its subject, it lies within that distance.
    package var isShown: Bool

    /// Makes an area.
    package init(center: Coordinate, radius: Distance, isShown: Bool = false) {
      self.center = center
      self.radius = radius
      self.isShown = isShown
    }
  }

  /// The sort key of results; ties are ordered by collection, then identifier.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// Collection, then identifier.
    case identifier
    /// The earliest day, then the last: an open start before all, an open end behind all, undated
    /// items last.
    case date
    /// The distance from the area's middle; without an area the same as `identifier`.
    case distance
  }

  /// Words, each of which must occur in the title, the creator, the identifier, or a column without
  /// a TimeWalk field.
  ///
  /// Case and accents make no difference; part of a word is enough. `collection:id` also finds that
  /// item.
  package var text: String?
  /// The area that the item must be in.
  package var area: Area?
  /// The box that the item's coordinate must be in, borders included.
  package var box: CollectionArea?
  /// The time that the item's date must overlap.
  package var era: Era?
  /// True if the date must overlap without its fuzzy margin; undated items are left out then, and
  /// dates that name no day.
  package var isEraStrict: Bool
  /// The collection's name.
  package var collection: String?
  /// The sort key; `nil` is `distance` with an area and `identifier` without.
  package var order: Order?
  /// The greatest number to return; `nil` is all.
  package var limit: Int?
  /// The bytes of texts after which a page ends early, with at least one item; `nil` for no limit.
  package var mostBytes: Int?
  /// The number of items to skip first; ignored behind an item.
  package var offset: Int
  /// The last item of the page before; only later items in the order are found.
  ///
  /// Unlike an offset, it costs the same anywhere in an archive, and finds each item exactly once
  /// when items are added or removed meanwhile.
  package var after: ItemID?

  /// Makes a query; without any part it matches everything.
  package init(
    text: String? = nil, area: Area? = nil, era: Era? = nil, isEraStrict: Bool = false,
    collection: String? = nil, order: Order? = nil, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.area = area
    self.era = era
    self.isEraStrict = isEraStrict
    self.collection = collection
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

extension ArchiveQuery {
  /// The order that its results have.
  package var usedOrder: Order {
    let order = order ?? (area == nil ? .identifier : .distance)
    return order == .distance && area == nil ? .identifier : order
  }
}

extension Item {
  /// The bytes of its texts, without its name and its picture's.
  package var bytes: Int {
    let texts = [
      title, dateText, creator, license, credit, source, ground?.outline, ground?.georeference,
    ]
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      + otherColumns.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}

/// One page of a query's results.
package struct SearchResults: Hashable, Sendable {
  /// One item that was found.
  package struct Hit: Hashable, Sendable {
    /// The archive's row number.
    package var key: Int64
    /// The item.
    package var item: Item
    /// The distance from the query's middle on the ellipsoid; `nil` without an area.
    package var distance: Distance?

    /// Makes a hit.
    package init(key: Int64, item: Item, distance: Distance? = nil) {
      self.key = key
      self.item = item
      self.distance = distance
    }
  }

  /// The page, in the query's order.
  package var hits: [Hit]
  /// The number of items on all pages; `nil` for a page after another, and for a box with very
  /// many.
  package var total: Int?
  /// True if `total` is approximate, as it is for very many items in an area or with some words.
  package var isEstimated: Bool
  /// True if the page ended early, at the query's `mostBytes`.
  package var isCut = false

  /// Makes a page.
  package init(hits: [Hit], total: Int?, isEstimated: Bool = false) {
    self.hits = hits
    self.total = total
    self.isEstimated = isEstimated
  }
}
