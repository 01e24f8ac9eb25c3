import Testing
import TimeWalkCore

@Suite struct GeographicBoxTests {
  @Test func `a box crosses the antimeridian as two and a pole as one`() {
    let crossing = GeographicBox.around(latitude: 0, longitude: 179.999, meters: 1000)
    #expect(crossing.count == 2)
    #expect(crossing.map(\.east).contains(180))
    #expect(crossing.map(\.west).contains(-180))
    let pole = GeographicBox.around(latitude: 89.95, longitude: 20, meters: 10)
    #expect(pole.map(\.west) == [-180])
    #expect(GeographicBox.around(latitude: 10, longitude: 20, meters: 1e9).count == 1)
  }
}
