extension Candidates: RandomAccessCollection {
  /// The first candidate's place in the columns.
  package var startIndex: Int { 0 }
  /// The number of candidates.
  package var endIndex: Int { keys.count }

  /// The place of a candidate, read without its other fields.
  package func coordinate(at index: Int) -> Coordinate {
    Coordinate(
      finiteLatitude: Double(latitudes[index]) * Candidates.degreesPerUnit,
      longitude: Double(longitudes[index]) * Candidates.degreesPerUnit,
      horizontalAccuracy: Distance(meters: Double(accuracies[index])))
  }

  /// One candidate, put together from the columns.
  package subscript(index: Int) -> Candidate {
    let traits = traits[index]
    var pose = RecordedPose(
      coordinate: coordinate(at: index),
      locationOf: traits.locationOf)
    pose.heading = Heading(degrees: Double(headings[index]))
    pose.headingAccuracy = Angle(degrees: Double(headingAccuracies[index]))
    pose.fieldOfView = FieldOfView(degrees: Double(fieldsOfView[index]))
    pose.pitch = Angle(degrees: Double(pitches[index]))
    pose.altitude = Altitude(
      meters: Double(altitudes[index]), reference: traits.reference,
      accuracy: Distance(meters: Double(altitudeAccuracies[index])))
    pose.viewDistance = Distance(meters: Double(viewDistances[index]))
    return Candidate(
      key: keys[index], pose: pose,
      dates: dates(at: index),
      fuzzyDates: traits.contains(.fuzzyDated)
        ? fuzzyDates(at: index) : nil)
  }

  /// The relation of a candidate's date to an era; `nil` without a date.
  func relation(of index: Int, to era: Era) -> EraRelation? {
    guard let dates = dates(at: index) else { return nil }
    let fuzzy = traits[index].contains(.fuzzyDated) ? fuzzyDates(at: index) : nil
    return era.relation(toStrict: dates, fuzzy: fuzzy ?? dates)
  }

  private func fuzzyDates(at index: Int) -> DateSpan? {
    DateSpan(earliest: Day(column: earliestFuzzy[index]), latest: Day(column: latestFuzzy[index]))
  }

  /// The strict days of a candidate's date; `nil` without a date.
  package func dates(at index: Int) -> DateSpan? {
    guard traits[index].contains(.dated) else { return nil }
    return DateSpan(earliest: Day(column: earliest[index]), latest: Day(column: latest[index]))
  }

  /// Adds a candidate at the end.
  package mutating func append(_ candidate: Candidate) {
    let pose = candidate.pose
    var traits = Traits(pose.altitude?.reference)
    traits.insert(Traits(pose.locationOf))
    if candidate.dates != nil { traits.insert(.dated) }
    if candidate.fuzzyDates != nil { traits.insert(.fuzzyDated) }
    keys.append(candidate.key)
    latitudes.append(Candidates.units(pose.coordinate.latitude))
    longitudes.append(Candidates.units(pose.coordinate.longitude))
    accuracies.append(Float(column: pose.coordinate.horizontalAccuracy?.meters))
    let heading = Float(column: pose.heading?.degrees)
    // The nearest number to 359.99999 is 360, which would be read as 0.
    headings.append(heading == 360 ? 0 : heading)
    headingAccuracies.append(Float(column: pose.headingAccuracy?.degrees))
    fieldsOfView.append(Float(column: pose.fieldOfView?.degrees))
    pitches.append(Float(column: pose.pitch?.degrees))
    altitudes.append(Float(column: pose.altitude?.meters))
    altitudeAccuracies.append(Float(column: pose.altitude?.accuracy?.meters))
    viewDistances.append(Float(column: pose.viewDistance?.meters))
    earliest.append(candidate.dates?.earliest?.column ?? .min)
    latest.append(candidate.dates?.latest?.column ?? .max)
    earliestFuzzy.append(candidate.fuzzyDates?.earliest?.column ?? .min)
    latestFuzzy.append(candidate.fuzzyDates?.latest?.column ?? .max)
    self.traits.append(traits)
  }

  /// The nearest unit to an angle of -180...180 degrees.
  package static func units(_ degrees: Double) -> Int32 {
    // Just west of the antimeridian the nearest unit is the one on it.
    Int32(truncatingIfNeeded: Int64((degrees / degreesPerUnit).rounded()))
  }
}

extension Candidates.Traits {
  init(_ locationOf: LocationOf) {
    switch locationOf {
    case .camera: self = []
    case .subject: self = .subject
    case .unknown: self = .eitherPlace
    }
  }

  /// The place's kind.
  var locationOf: LocationOf {
    if contains(.subject) { return .subject }
    return contains(.eitherPlace) ? .unknown : .camera
  }

  init(_ reference: Altitude.Reference?) {
    switch reference {
    case .seaLevel: self = .aboveSeaLevel
    case .ellipsoid: self = .aboveEllipsoid
    case .ground: self = .aboveGround
    case .unknown, nil: self = []
    }
  }

  /// The reference of an altitude.
  var reference: Altitude.Reference {
    if contains(.aboveGround) { return .ground }
    if contains(.aboveSeaLevel) { return .seaLevel }
    return contains(.aboveEllipsoid) ? .ellipsoid : .unknown
  }
}

extension Float {
  /// A number for a column: NaN for `nil`, never infinite; 0 only for 0.
  init(column value: Double?) {
    guard let value else {
      self = .nan
      return
    }
    let near = Float(value)
    if near.isInfinite {
      self = value < 0 ? -Float.greatestFiniteMagnitude : Float.greatestFiniteMagnitude
    } else {
      self = near == 0 && value > 0 ? Float.leastNormalMagnitude : near
    }
  }
}

extension Era {
  /// The first and last day as the columns have them; an open end is an end of the range.
  var ends: (first: Int32, last: Int32) {
    (span.earliest?.column ?? .min, span.latest?.column ?? .max)
  }
}

extension Day {
  /// The day for a column; the two ends of the range mean no day.
  fileprivate var column: Int32 { Int32(clamping: min(max(number, -0x7FFF_FFFF), 0x7FFF_FFFE)) }

  fileprivate init?(column: Int32) {
    guard column != .min, column != .max else { return nil }
    self.init(number: Int(column))
  }
}
