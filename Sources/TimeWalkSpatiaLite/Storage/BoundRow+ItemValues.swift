package import TimeWalkStorage
internal import TimeWalkTables

extension BoundRow: ItemValues {
  package mutating func append(point: (latitude: Double, longitude: Double)) {
    appendBlob { PointBlob.append(latitude: point.latitude, longitude: point.longitude, to: &$0) }
  }
}
