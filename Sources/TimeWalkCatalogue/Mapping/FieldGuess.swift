import TimeWalkArchive

/// Guesses which of a source's names are which fields, by the names that catalogues usually have.
enum FieldGuess {
  /// The usual names as `PlainName` writes them, the surest first.
  ///
  /// A name with another unit (`altitude_ft`) doesn't match.
  private static let usual: [(CatalogueColumn, [String])] = [
    (
      .id,
      [
        "objectid", "object_id", "uniqueid", "unique_id", "item_id", "itemid", "record_id",
        "photo_id", "image_id", "uuid", "identifier", "accession_number", "call_number", "fid",
        "pageid", "accession_no", "inventory_number", "inventory_no", "inv_no", "photo_number",
        "signatur",
        "inventarnummer", "inventar_nr", "inv_nr", "bildnummer", "kennung", "identifiant", "cote",
        "numero_inventaire", "signatura", "numero_inventario", "identificador", "inventarisnummer",
      ]
    ),
    (
      .title,
      [
        "name", "titles", "label", "caption", "object_name", "titel", "bildtitel", "titre",
        "titulo", "título", "titolo",
      ]
    ),
    (
      .date,
      [
        "dates", "date_created", "created", "year", "years", "date_taken", "datum", "when", "taken",
        "navdate", "datetime", "datierung", "aufnahmedatum", "jahr", "annee", "année", "fecha",
        "ano", "año", "data", "jaar",
      ]
    ),
    (
      .latitude,
      [
        "@latitude", "lat", "y", "latitud", "lat_wgs84", "breite", "breitengrad", "geogr_breite",
        "decimallatitude",
        "gps_latitude", "camera_latitude",
      ]
    ),
    (
      .longitude,
      [
        "@longitude", "lon", "lng", "long", "x", "longitud", "lon_wgs84", "laenge", "länge",
        "laengengrad", "längengrad", "geogr_länge",
        "decimallongitude", "gps_longitude", "camera_longitude",
      ]
    ),
    (
      .accuracy,
      [
        "@accuracy", "horizontal_accuracy", "coordinateuncertaintyinmeters", "uncertainty_m",
        "accuracy_m", "genauigkeit", "genauigkeit_m",
      ]
    ),
    (.locationOf, ["@location_of"]),
    (
      .heading,
      [
        "@heading", "azimuth", "bearing", "direction", "compass", "view_direction", "yaw",
        "blickrichtung", "azimut",
      ]
    ),
    (.headingAccuracy, ["@heading_accuracy", "heading_uncertainty"]),
    (.fieldOfView, ["@field_of_view", "fov", "hfov", "angle_of_view"]),
    (.pitch, ["tilt", "elevation_angle"]),
    (.altitude, ["alt", "elevation", "altitude_m", "elevation_m", "@altitude"]),
    (
      .creator,
      [
        "photographer", "author", "artist", "maker", "creators", "fotograf", "fotografin",
        "urheber",
        "photographe", "auteur", "autor", "fotografo", "fotógrafo",
      ]
    ),
    (
      .license,
      [
        "rightsstatement", "rights_statement", "licence", "license_url", "licence_url", "rights",
        "copyright", "copyrightcode", "usage_rights", "rechte", "lizenz", "droits", "derechos",
        "licencia",
      ]
    ),
    (.credit, ["attribution", "credit_line", "courtesy"]),
    (
      .source,
      [
        "reference_url", "source_url", "item_url", "page_url", "permalink", "landing_page", "uri",
        "url", "link",
      ]
    ),
    (
      .media,
      [
        "object_location", "image_url", "imageurl", "imagelink", "image_link", "image", "img",
        "photo_url", "media_url", "filename", "file_name", "file", "thumb_url",
      ]
    ),
  ]

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

  /// Returns true if names look like a header: an id, and something else that is known.
  static func isHeader(_ names: [String]) -> Bool {
    let guess = mapping(of: names)
    return guess.entries[.id] != nil && guess.entries.count > 1
  }

  /// The mapping that TimeWalk's own names make, and the usual ones for the fields that are left.
  static func mapping(of names: [String], starting mapping: FieldMapping = FieldMapping())
    -> FieldMapping
  {
    var mapping = mapping
    // A template makes a text of a column, which stays what it is.
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
      guard let name = first(column.rawValue),
        nested.contains(column) || !name.contains(".") || name == "properties.\(column.rawValue)"
      else { continue }
      mapping.set(column, .name(name), .own)
      taken.insert(name)
    }
    // A record's place is that of its geometry, regardless of its properties.
    for column in CatalogueColumn.allCases
    where names.contains("@\(column.rawValue)") && mapping.entries[column]?.basis != .given {
      if mapping.entries[column]?.basis == .preset { continue }
      var rule = FieldRule.name("@\(column.rawValue)")
      if let own = mapping.entries[column]?.rule {
        // Only a record without a geometry has its place from elsewhere.
        rule.origins =
          [.latitude, .longitude].contains(column)
          ? rule.origins + own.origins : own.origins + rule.origins
      }
      mapping.set(column, rule, .guessed)
    }
    if mapping.entries[.date] == nil, let since = first("validsince") ?? first("start_datetime"),
      let until = first("validuntil") ?? first("end_datetime")
    {
      mapping.set(
        .date, FieldRule(origins: [.name(since), .name(until)], computation: .interval), .guessed)
    }
    for (column, usual) in usual where mapping.entries[column] == nil {
      guard let name = usual.lazy.compactMap({ first($0) }).first else { continue }
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
