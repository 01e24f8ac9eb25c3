import Foundation

/// An item's values as a statement takes them and a row gives them back, its place as PostGIS
/// writes it.
package struct SQLValues: ItemValues {
  package private(set) var values: [SQLValue] = []

  package init() {}

  package mutating func appendNull() { values.append(.null) }

  package mutating func append(_ number: Double?) { values.append(number.sqlValue) }

  package mutating func append(_ number: Int?) { values.append(number.sqlValue) }

  package mutating func append(_ text: String?) { values.append(text.sqlValue) }

  package mutating func append(point: (latitude: Double, longitude: Double)) {
    var blob: [UInt8] = []
    PointBlob.appendEWKB(latitude: point.latitude, longitude: point.longitude, to: &blob)
    values.append(.blob(Data(blob)))
  }
}
