package import TimeWalkBase

/// A tile may have 2,000 features, and a page of the map requests about a dozen tiles at a time.
extension MapReport: WrittenByHand {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.key("clustered")
      text.value(.bool(clustered))
      text.key("count")
      text.number(count)
      text.member("era", era)
      text.list("features", features) { $1.write(to: &$0) }
      text.member("mapsLeftOut", mapsLeftOut)
      text.member("type", type)
    }
  }
}

extension MapFeature: WrittenByHand {
  package func write(to text: inout JSONText) {
    text.object { text in
      text.key("geometry")
      text.object { text in
        text.key("coordinates")
        geometry.coordinates.write(to: &text)
        text.member("type", geometry.type)
      }
      text.member("id", id)
      text.key("properties")
      text.object { properties.write(to: &$0) }
      text.member("type", type)
    }
  }
}

extension MapProperties {
  fileprivate func write(to text: inout JSONText) {
    func member(_ key: StaticString, _ value: Int?, _ text: inout JSONText) {
      guard let value else { return }
      text.key(key)
      text.number(value)
    }
    member("count", count, &text)
    text.member("date", date)
    text.member("fieldOfView", fieldOfView)
    member("firstYear", firstYear, &text)
    text.member("heading", heading)
    text.member("kind", kind)
    member("lastYear", lastYear, &text)
    text.member("locationOf", locationOf)
    text.member("title", title)
    text.member("viewDistance", viewDistance)
    text.member("what", what)
    member("year", year, &text)
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
