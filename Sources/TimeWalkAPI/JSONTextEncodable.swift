package import TimeWalkBase

/// An answer that is given thousands of times a second: it writes itself, to the same bytes that
/// `JSONEncoder` makes.
package protocol JSONTextEncodable: Encodable, Sendable {
  /// Writes the value, keys in the order of their bytes.
  func write(to text: inout JSONText)
}

extension JSONText {
  mutating func member(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  mutating func member(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    raw(value ? "true" : "false")
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  mutating func member(_ key: StaticString, _ value: (some JSONTextEncodable)?) {
    guard let value else { return }
    self.key(key)
    value.write(to: &self)
  }

  mutating func list<Element>(
    _ key: StaticString, _ elements: [Element]?, _ write: (inout JSONText, Element) -> Void
  ) {
    guard let elements else { return }
    self.key(key)
    openArray()
    for element in elements { write(&self, element) }
    closeArray()
  }

  mutating func object(_ key: StaticString? = nil, _ body: (inout JSONText) -> Void) {
    if let key { self.key(key) }
    openObject()
    body(&self)
    closeObject()
  }
}

extension MatchResponse: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("era", era)
      text.list("matches", matches) { $1.write(to: &$0) }
      if let nearest {
        text.object("nearest") { text in
          text.member("distance", nearest.distance)
          text.member("id", nearest.id)
        }
      }
      text.member("noMatch", noMatch)
      text.list("places", places) { $1.write(to: &$0) }
      text.list("timeline", timeline) { $1.write(to: &$0) }
      text.member("viewpoint", viewpoint)
      text.list("warnings", warnings) { $0.string($1) }
    }
  }
}

extension MatchReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("bearing", bearing)
      text.member("confidence", confidence)
      text.list("copies", copies) { $0.string($1) }
      text.member("date", date)
      text.member("distance", distance)
      text.member("era", era)
      text.member("headingDifference", headingDifference)
      text.member("id", id)
      text.member("locationOf", locationOf)
      text.member("media", media)
      text.object("parts") { text in
        text.member("era", parts.era)
        text.member("fieldOfView", parts.fieldOfView)
        text.member("heading", parts.heading)
        text.member("position", parts.position)
      }
      text.member("period", period)
      text.member("reason", reason)
      text.member("rights", rights)
      text.member("sharedView", sharedView)
      text.member("title", title)
    }
  }
}

extension PlaceReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("bearing", bearing)
      text.member("date", date)
      text.member("distance", distance)
      text.member("era", era)
      text.member("how", how)
      text.member("id", id)
      text.member("kind", kind)
      text.member("media", media)
      text.member("placedTo", placedTo)
      text.member("reason", reason)
      text.member("resolution", resolution)
      text.member("rights", rights)
      text.member("title", title)
    }
  }
}

extension MatchReport.Rights: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("creator", creator)
      text.member("credit", credit)
      text.member("license", license)
      text.member("source", source)
    }
  }
}

extension MediaReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("path", path)
      text.member("url", url)
    }
  }
}

extension EraReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("date", date)
      text.member("description", description)
      text.key("earliest")
      if let earliest { text.string(earliest) } else { text.raw("null") }
      text.key("latest")
      if let latest { text.string(latest) } else { text.raw("null") }
      text.member("name", name)
      text.member("others", others)
      text.member("strict", strict)
    }
  }
}

extension ViewpointReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("altitude", altitude)
      text.member("altitudeAccuracy", altitudeAccuracy)
      text.member("altitudeReference", altitudeReference)
      if let declination {
        text.object("declination") { text in
          text.member("degrees", declination.degrees)
          text.member("magneticHeading", declination.magneticHeading)
          text.member("uncertainty", declination.uncertainty)
        }
      }
      text.member("fieldOfView", fieldOfView)
      if let geoid {
        text.object("geoid") { text in
          text.member("ellipsoidalAltitude", geoid.ellipsoidalAltitude)
          text.member("model", geoid.model)
          text.member("uncertainty", geoid.uncertainty)
          text.member("undulation", geoid.undulation)
        }
      }
      text.member("heading", heading)
      text.member("headingAccuracy", headingAccuracy)
      text.member("headingReference", headingReference)
      text.member("horizontalAccuracy", horizontalAccuracy)
      text.member("latitude", latitude)
      text.member("localTime", localTime)
      text.member("longitude", longitude)
      text.member("pitch", pitch)
      text.member("pitchAccuracy", pitchAccuracy)
      text.member("roll", roll)
      text.member("timestamp", timestamp)
      text.member("utcOffset", utcOffset)
      text.member("utcOffsetFrom", utcOffsetFrom)
      text.member("zoom", zoom)
    }
  }
}
