import TimeWalkArchive

/// Guesses which of a source's names are which fields, by the names that catalogues usually have.
enum FieldGuess {
  /// The usual names of columns with a whole place.
  private static let pairs = [
    "coordinates", "coordinate", "coords", "latlng", "lat_lng", "latlon", "lat_lon", "lat_long",
    "latlong",
    "geo_point_2d", "geopoint", "geolocation", "gps", "wkt", "the_geom", "geom", "koordinaten",
  ]

  /// The fields that mean the same deep inside a record; a `source` or `title` in there is
  /// something else's.
  private static let nested: Set<CatalogueColumn> = [
    .latitude, .longitude, .accuracy, .altitude, .heading,
  ]

  private static let captions: Set<String> = [
    "title", "description", "text", "caption", "name", "titles",
    "titel", "beschreibung", "titre", "legende", "légende", "titulo", "título", "titolo",
    "omschrijving",
  ]

  /// The mapping with the labels of IIIF metadata that are usual names of a field.
  ///
  /// A label's date counts before the one for navigation, which is a moment even for a year.
  static func labels(of names: [String], into mapping: FieldMapping) -> FieldMapping {
    var mapping = mapping
    let prefix = "metadata."
    let labels = names.filter { $0.hasPrefix(prefix) }.map {
      (name: $0, plain: PlainName.of($0.dropFirst(prefix.count)))
    }
    for column in [CatalogueColumn.date, .creator, .license, .credit] {
      let words = [column.name] + column.description.aliases
      let found = words.flatMap { word in
        labels.filter { $0.plain == word }.map { FieldRule.Origin.name($0.name) }
      }
      guard !found.isEmpty, mapping.entries[column]?.basis != .given else { continue }
      var rule = mapping.entries[column]?.rule ?? FieldRule(origins: [])
      rule.origins = column == .date ? found + rule.origins : rule.origins + found
      mapping.set(column, rule, .preset)
    }
    return mapping
  }

  /// Returns true if names look like a header: an id, and something else that is known.
  static func isHeader(_ names: [String]) -> Bool {
    let guess = mapping(of: names)
    return guess.entries[.id] != nil && guess.entries.count > 1
  }

  /// The mapping that TimeWalk's own names make, and the usual ones for the fields that are left.
  ///
  /// An export of ours (`isOwn`) has no fields by other names.
  static func mapping(
    of names: [String], starting mapping: FieldMapping = FieldMapping(), isOwn: Bool = false
  ) -> FieldMapping {
    var mapping = mapping
    // A template makes a text from a column, which stays unchanged.
    var taken = Set(mapping.entries.values.flatMap(\.rule.wholeNames))
    // Only the last part of a path counts; shallow paths come first.
    let found = names.enumerated().map { index, name in
      let leaf = name.hasPrefix("@") ? name : PlainName.of(name.split(separator: ".").last ?? "")
      return (name: name, leaf: leaf, depth: name.count { $0 == "." }, index: index)
    }
    func first(_ leaf: String) -> String? {
      found.filter { $0.leaf == leaf && !taken.contains($0.name) }
        .min { ($0.depth, $0.index) < ($1.depth, $1.index) }?.name
    }
    for column in CatalogueColumn.named where mapping.entries[column] == nil {
      guard let name = first(column.name),
        nested.contains(column) || !name.contains(".") || name == "properties.\(column.name)"
      else { continue }
      mapping.set(column, .name(name), .own)
      taken.insert(name)
    }
    // A record's place is that of its geometry, regardless of its properties.
    for column in CatalogueColumn.allCases
    where names.contains("@\(column.name)") && mapping.entries[column]?.basis != .given {
      if mapping.entries[column]?.basis == .preset { continue }
      var rule = FieldRule.name("@\(column.name)")
      if let own = mapping.entries[column]?.rule {
        // Only a record without a geometry has its place from elsewhere.
        rule.origins =
          [.latitude, .longitude].contains(column)
          ? rule.origins + own.origins : own.origins + rule.origins
      }
      mapping.set(column, rule, .guessed)
    }
    if isOwn { return mapping }
    if mapping.entries[.date] == nil, let since = first("validsince") ?? first("start_datetime"),
      let until = first("validuntil") ?? first("end_datetime")
    {
      mapping.set(
        .date, FieldRule(origins: [.name(since), .name(until)], computation: .interval), .guessed)
    }
    for column in CatalogueColumn.allCases where mapping.entries[column] == nil {
      guard let name = column.description.aliases.lazy.compactMap({ first($0) }).first else {
        continue
      }
      var rule = FieldRule.name(name)
      if column == .date, name.hasSuffix("years") { rule.transforms = [.wholeNumber] }
      mapping.set(column, rule, .guessed)
      taken.insert(name)
    }
    if mapping.entries[.latitude] == nil, mapping.entries[.longitude] == nil,
      let name = pairs.lazy.compactMap({ first($0) }).first, !name.contains(".")
    {
      for (column, transform) in [
        (CatalogueColumn.latitude, TextTransform.latitudeOfPlace),
        (.longitude, .longitudeOfPlace),
      ] {
        mapping.set(column, FieldRule(origins: [.name(name)], transforms: [transform]), .guessed)
      }
      taken.insert(name)
    }
    if mapping.captions.isEmpty {
      mapping.captions = found.filter { captions.contains($0.leaf) && $0.depth <= 1 }.map(\.name)
    }
    if mapping.entries[.date]?.basis == .guessed { mapping.keepsUnreadableDates = true }
    return mapping
  }
}
