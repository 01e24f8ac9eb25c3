/// Places and where PROJ puts them.
enum RecordedProjections {
  struct Sample: Sendable {
    let code: Int
    let latitude, longitude, x, y: Double
  }

  static let all = [
    Sample(
      code: 32618, latitude: 40.758, longitude: -73.9855, x: 585632.974474592, y: 4512388.31299439),
    Sample(code: 32618, latitude: 0.0001, longitude: -75, x: 500000, y: 11.0530046111267),
    Sample(code: 32633, latitude: 84, longitude: 15.5, x: 505834.977703621, y: 9328119.15114593),
    Sample(code: 32633, latitude: 60.5, longitude: 22.9, x: 933266.766376343, y: 6733155.76608153),
    Sample(code: 32733, latitude: -33.9, longitude: 18.4, x: 814420.330951301, y: 6243724.84007481),
    Sample(code: 32760, latitude: -80, longitude: 177.2, x: 503877.138228033, y: 1118407.51992612),
    Sample(
      code: 32760, latitude: -17.8, longitude: 179.99, x: 817001.937720301, y: 8029411.27924405),
    Sample(code: 32601, latitude: 10, longitude: -179.99, x: 172168.636978218, y: 1106898.88408397),
    Sample(code: 32601, latitude: 65.3, longitude: 179.5, x: 336871.074314725, y: 7246418.1952171),
    Sample(
      code: 3857, latitude: 40.758, longitude: -73.9855, x: -8236028.18608574, y: 4976711.98233366),
    Sample(code: 3857, latitude: -85, longitude: 179.9, x: 20026376.3937099, y: -19971868.8804086),
    Sample(code: 4326, latitude: 12.5, longitude: -99.25, x: -99.25, y: 12.5),
    Sample(code: 32632, latitude: 47.3, longitude: 30.0, x: 2084005.71483037, y: 5456542.39958953),
  ]
}
