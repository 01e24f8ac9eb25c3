package import TimeWalkBase

/// A tile may have 2,000 features, and a page of the map requests about a dozen tiles at a time.
extension MapReport: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.member("clustered", clustered)
      text.member("count", count)
      text.member("era", era)
      text.list("features", features) { $1.write(to: &$0) }
      text.member("mapsLeftOut", mapsLeftOut)
      text.member("type", type)
    }
  }
}

extension MapFeature: JSONTextEncodable {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.object("geometry") { text in
        text.key("coordinates")
        geometry.coordinates.write(to: &text)
        text.member("type", geometry.type)
      }
      text.member("id", id)
      text.object("properties") { properties.write(to: &$0) }
      text.member("type", type)
    }
  }
}

extension MapProperties {
  fileprivate func write(to text: inout JSONText) {
    text.member("count", count)
    text.member("date", date)
    text.member("fieldOfView", fieldOfView)
    text.member("firstYear", firstYear)
    text.member("heading", heading)
    text.member("kind", kind)
    text.member("lastYear", lastYear)
    text.member("locationOf", locationOf)
    text.member("title", title)
    text.member("viewDistance", viewDistance)
    text.member("what", what)
    text.member("year", year)
  }
}

extension MapCoordinates {
  fileprivate func write(to text: inout JSONText) {
    switch self {
    case .point(let point): MapCoordinates.write(point, to: &text)
    case .polygons(let polygons):
      text.openArray()
      for polygon in polygons {
        text.openArray()
        for ring in polygon {
          text.openArray()
          for position in ring { MapCoordinates.write(position, to: &text) }
          text.closeArray()
        }
        text.closeArray()
      }
      text.closeArray()
    }
  }

  private static func write(_ numbers: [Double], to text: inout JSONText) {
    text.openArray()
    for number in numbers { text.number(number) }
    text.closeArray()
  }
}
