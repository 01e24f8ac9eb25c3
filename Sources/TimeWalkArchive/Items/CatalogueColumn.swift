import TimeWalkCore

/// The columns of a catalogue CSV, in the order in which they are written.
///
/// `description` has the properties of each.
package enum CatalogueColumn: UInt8, Sendable, CaseIterable {
  /// The item's name in its collection.
  case id
  /// The title.
  case title
  /// The date of the image, in EDTF or words.
  case date
  /// WGS 84, degrees.
  case latitude
  /// WGS 84, degrees.
  case longitude
  /// The 68 % radius of the place, metres.
  case accuracy
  /// The kind of the place, `camera` or `subject`.
  case locationOf
  /// The camera's heading, in degrees clockwise from true north.
  case heading
  /// The 68 % half-width of the heading, degrees.
  case headingAccuracy
  /// The horizontal angle of the image, degrees.
  case fieldOfView
  /// The optical axis above the horizon, degrees.
  case pitch
  /// The camera's height, metres.
  case altitude
  /// The author.
  case creator
  /// An SPDX identifier or the address of a rights statement.
  case license
  /// The credit line that the holder requests.
  case credit
  /// The item's page.
  case source
  /// The picture: a file or an address.
  case media
  /// The distance to the image's main subject, in metres.
  case viewDistance
  /// The date as the catalogue wrote it, where `date` is its reading as EDTF.
  case dateText
  /// The original of this item, if it is a copy.
  case copyOf
  /// The reference of the altitude: `seaLevel`, `ellipsoid` or `ground`.
  case altitudeReference
  /// The 68 % half-width of the altitude, metres.
  case altitudeAccuracy
  /// The view of the picture itself: heading, pitch, roll and field of view in degrees,
  /// comma-separated.
  case viewPose
  /// The type of the item: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or
  /// `imagined`.
  case kind
  /// The ground that a map shows, as WKT.
  case outline
  /// The position of a map's pixels on the ground, as a IIIF Georeference Annotation.
  case georeference
  /// All columns that TimeWalk has no field for, as one JSON object; a catalogue has them as
  /// columns of their own.
  case otherColumns

  /// The additional column in exports of several collections.
  package static let collection = "collection"

  /// The columns that are only written if an item has a value in them; an archive's file has the
  /// same names.
  package static let optional = allCases.filter { $0.position > media.position }

  /// The columns that a catalogue names.
  package static let named = allCases.filter { $0 != .otherColumns }

  /// The numbers that a row is read into without further rules.
  package static let plainNumbers = plain.compactMap(NumberColumn.init)
  /// The texts that a row is read into without further rules.
  package static let plainTexts = plain.compactMap(TextColumn.init)

  private static let plain = allCases.filter(\.description.isPlain)

  /// The index in the order of writing.
  package var position: Int { Int(rawValue) }

  /// The name in catalogues and tables: `view_distance` for `viewDistance`.
  package var name: String { CatalogueColumn.names[position] }

  private static let names = allCases.map { column in
    column.wireName.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  private static let byName = Dictionary(uniqueKeysWithValues: zip(names, allCases))

  /// The column with a name; `nil` for another name.
  package init?(named name: String) {
    guard let column = CatalogueColumn.byName[name] else { return nil }
    self = column
  }

  /// The column's properties, made once.
  package var description: ColumnDescription { CatalogueColumn.descriptions[position] }

  private static let descriptions = allCases.map(\.described)

  private var described: ColumnDescription {
    switch self {
    case .id:
      .computed
        .aliases(
          """
          objectid object_id uniqueid unique_id item_id itemid record_id photo_id image_id uuid \
          identifier accession_number call_number fid pageid accession_no inventory_number \
          inventory_no inv_no photo_number signatur inventarnummer inventar_nr inv_nr bildnummer \
          kennung identifiant cote numero_inventaire signatura numero_inventario identificador \
          inventarisnummer dublin_core_identifier
          """)
    case .title:
      .text({ $0.title }, { $0.title = $1 ?? "" })
        .aliases(
          """
          name titles label caption object_name titel bildtitel titre titulo título titolo \
          dublin_core_title
          """
        )
        .edited("The title.")
    case .date:
      .text({ $0.date?.edtf }, { $0.date = $1.flatMap { try? CaptureDate(edtf: $0) } }).judged
        .aliases(
          """
          dates date_created created year years date_taken datum when taken navdate datetime \
          datierung aufnahmedatum jahr annee année fecha ano año data jaar \
          dublin_core_date creation_date date_of_creation original_date date_original \
          production_date entstehungszeit datering date_de_creation date_de_création tidpunkt \
          år date_issued issued
          """
        )
        .edited("The date, as EDTF or in words.")
    case .latitude:
      .number(.degrees, -90...90, { $0.pose.coordinate.latitude })
        .aliases(
          """
          @latitude lat y latitud lat_wgs84 breite breitengrad geogr_breite decimallatitude \
          gps_latitude camera_latitude geolocation_latitude
          """
        )
        .posed("Degrees north.")
    case .longitude:
      .number(
        .degrees, -180...180, { CatalogueRecord.longitude($0.pose.coordinate) }
      )
      .aliases(
        """
        @longitude lon lng long x longitud lon_wgs84 laenge länge laengengrad längengrad \
        geogr_länge decimallongitude gps_longitude camera_longitude \
        geolocation_longitude
        """
      )
      .posed("Degrees east.")
    case .accuracy:
      .number(
        .metres, 0...20_000_000, { $0.pose.coordinate.horizontalAccuracy?.meters },
        {
          $0.pose.coordinate = $0.pose.coordinate.with(
            horizontalAccuracy: $1.flatMap(Distance.init(meters:)))
        }
      )
      .aliases(
        """
        @accuracy horizontal_accuracy coordinateuncertaintyinmeters uncertainty_m accuracy_m \
        genauigkeit genauigkeit_m
        """
      )
      .posed("Position uncertainty: a radius with 68 % confidence.")
    case .locationOf:
      .text(
        { $0.pose.locationOf.rawValue },
        { $0.pose.locationOf = $1.flatMap(LocationOf.init) ?? .unknown }
      ).judged
        .aliases("@location_of")
        .posed("The owner of the place: camera or subject; empty if unknown.")
    case .heading:
      .number(
        .degrees, -180...360, { $0.pose.heading?.degrees },
        { $0.pose.heading = $1.flatMap(Heading.init(degrees:)) }
      ).judged.dispensable
        .aliases(
          """
          @heading azimuth bearing direction compass view_direction yaw blickrichtung azimut
          """
        )
        .posed("The viewing direction, clockwise from true north.")
    case .headingAccuracy:
      .number(
        .degrees, 0...180, { $0.pose.headingAccuracy?.degrees },
        { $0.pose.headingAccuracy = $1.flatMap(Angle.init(degrees:)) }
      ).judged.dispensable
        .aliases("@heading_accuracy heading_uncertainty")
        .posed("Heading uncertainty (±, 68 % confidence).")
    case .fieldOfView:
      .number(
        .degrees, 0...360, { $0.pose.fieldOfView?.degrees },
        { $0.pose.fieldOfView = $1.flatMap(FieldOfView.init(degrees:)) }
      ).positive.dispensable
        .aliases("@field_of_view fov hfov angle_of_view")
        .posed("The horizontal angle of view.")
    case .pitch:
      .number(
        .degrees, -90...90, { $0.pose.pitch?.degrees },
        { $0.pose.pitch = $1.flatMap(Angle.init(degrees:)) }
      ).dispensable
        .aliases("tilt elevation_angle")
        .posed("The camera's tilt above the horizon.")
    case .altitude:
      .number(
        .metres, -20_000...100_000_000, { $0.pose.altitude?.meters },
        { item, meters in
          let old = item.pose.altitude
          item.pose.altitude = meters.flatMap {
            Altitude(meters: $0, reference: old?.reference ?? .unknown, accuracy: old?.accuracy)
          }
        }
      ).judged.dispensable
        .aliases("alt elevation altitude_m elevation_m @altitude")
    case .creator:
      .text({ $0.creator }, { $0.creator = $1 })
        .aliases(
          """
          photographer author artist maker creators fotograf fotografin urheber photographe auteur \
          autor fotografo fotógrafo dublin_core_creator creator_s author_s fotograaf \
          vervaardiger autore createur créateur creador künstler kuenstler schöpfer artista \
          kunstenaar konstnär upphovsperson upphovsman
          """
        )
        .edited("The creator.")
    case .license:
      .text({ $0.license }, { $0.license = $1 }).judged
        .aliases(
          """
          rightsstatement rights_statement licence license_url licence_url rights copyright \
          copyrightcode usage_rights rechte lizenz droits derechos licencia \
          dublin_core_rights rechten licentie diritti licenza direitos licença rättigheter \
          licens
          """
        )
        .edited(
          "An SPDX identifier, or the address of a rights statement.")
    case .credit:
      .text({ $0.credit }, { $0.credit = $1 })
        .aliases("attribution credit_line courtesy")
        .edited(
          "The credit line that the rights holder asks for.")
    case .source:
      .text({ $0.source }, { $0.source = $1 }).judged
        .aliases(
          """
          reference_url source_url item_url page_url permalink landing_page uri url link
          """
        )
        .edited("The address of its page.")
    case .media:
      .text { $0.media?.origin }
        .aliases(
          """
          object_location image_url imageurl imagelink image_link image img photo_url media_url \
          filename file_name file thumb_url
          """)
    case .viewDistance:
      .number(
        .metres, 0...1_000_000, { $0.pose.viewDistance?.meters },
        { $0.pose.viewDistance = $1.flatMap(Distance.init(meters:)) }
      ).positive.dispensable
        .posed("The distance to the main subject.")
    case .dateText:
      .text({ $0.dateText }, { $0.dateText = $1 }).judged
    case .copyOf:
      .computed
    case .altitudeReference:
      .text(
        { $0.pose.altitude?.reference.rawValue },
        { item, name in
          let reference = name.flatMap(Altitude.Reference.init) ?? .unknown
          item.pose.altitude = item.pose.altitude.flatMap {
            Altitude(meters: $0.meters, reference: reference, accuracy: $0.accuracy)
          }
        }
      ).judged.dispensable
    case .altitudeAccuracy:
      .number(
        .metres, 0...20_000_000, { $0.pose.altitude?.accuracy?.meters },
        { item, meters in
          let accuracy = meters.flatMap(Distance.init(meters:))
          item.pose.altitude = item.pose.altitude.flatMap {
            Altitude(meters: $0.meters, reference: $0.reference, accuracy: accuracy)
          }
        }
      ).judged.dispensable
    case .viewPose:
      .text({ $0.view?.description }, { $0.view = $1.flatMap(RecordedView.init) }).judged
        .dispensable
    case .kind:
      .text({ $0.kind?.rawValue }, { $0.kind = $1.flatMap(ItemKind.init) }).judged.dispensable
    case .outline:
      .text { $0.ground?.outline }.dispensable
    case .georeference:
      .text { $0.ground?.georeference }.dispensable
    case .otherColumns:
      .text(
        { $0.otherColumns.isEmpty ? nil : FieldsText.text(of: $0.otherColumns) },
        { $0.otherColumns = FieldsText.dictionary(of: $1) }
      ).judged
    }
  }
}

extension CatalogueColumn {
  /// The fields that are replaced together with this one, in the order of the columns, never one by
  /// one.
  package var companions: [CatalogueColumn] {
    switch self {
    case .latitude, .longitude, .accuracy: [.latitude, .longitude, .accuracy]
    case .date, .dateText: [.date, .dateText]
    case .heading, .headingAccuracy: [.heading, .headingAccuracy]
    case .altitude, .altitudeReference, .altitudeAccuracy:
      [.altitude, .altitudeReference, .altitudeAccuracy]
    case .outline, .georeference: [.outline, .georeference]
    default: [self]
    }
  }

  /// True if a new value clears the companions that a source lacks.
  package var isMain: Bool {
    switch self {
    case .accuracy, .headingAccuracy, .altitudeReference, .altitudeAccuracy: false
    default: true
    }
  }
}
