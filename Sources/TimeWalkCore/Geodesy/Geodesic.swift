/// The shortest way between two places on the WGS 84 ellipsoid.
///
/// Solved as in C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013): right to some 15
/// nanometres. PROJ would load forty libraries at each start for the same results.
package struct Geodesic: Hashable, Sendable {
  /// The length of the way.
  package let distance: Distance
  /// The bearing at the start, towards the end; 0 if the two are the same place.
  package let initialBearing: Heading
  /// The bearing at the end, onwards.
  package let finalBearing: Heading

  /// Solves the inverse problem.
  package init(from start: Coordinate, to end: Coordinate) {
    let line = GeodesicLine(
      latitude: start.latitude, to: end.latitude,
      eastward: end.longitude - start.longitude)
    distance = Distance(finite: line.meters)
    // A way from a place to itself has no direction.
    let none = line.meters == 0
    initialBearing = Heading(finite: none ? 0 : line.start.degrees)
    finalBearing = Heading(finite: none ? 0 : line.end.degrees)
  }
}

extension Coordinate {
  /// The place that lies a distance away along a bearing; the accuracy is not carried over.
  package func destination(bearing: Heading, distance: Distance) -> Coordinate {
    typealias Series = GeodesicSeries
    let azimuth = Circular(degrees: bearing.degrees)
    let reduced = Circular(reducedLatitude: latitude)
    // The geodesic's azimuth at the equator, and where the start lies on it, seen from there.
    let atEquator = Circular(
      sine: azimuth.sine * reduced.cosine,
      cosine: (azimuth.cosine * azimuth.cosine + azimuth.sine * azimuth.sine * reduced.sine
        * reduced.sine)
        .squareRoot())
    let isOnEquatorEastward = reduced.sine == 0 && azimuth.cosine == 0
    let along = isOnEquatorEastward ? 1 : reduced.cosine * azimuth.cosine
    let from = Circular(along: reduced.sine, along)
    let fromMeridian = Circular(sine: atEquator.sine * reduced.sine, cosine: along)
    // The arc to the end, by the length series turned round.
    let epsilon = Series.epsilon(equatorialCosine: atEquator.cosine)
    let lengths = Series.length(epsilon).sum(at: from)
    let mean = distance.meters / (Series.polarRadius * Series.lengthFactor(epsilon))
    let reached = from.turned(by: Circular(radians: lengths)).turned(by: Circular(radians: mean))
    let arc = mean + Series.arc(epsilon).sum(at: reached) + lengths
    let to = from.turned(by: Circular(radians: arc))
    // The place at that distance.
    let sine = atEquator.cosine * to.sine
    let cosine = max(
      Circular.tiny,
      (atEquator.sine * atEquator.sine + atEquator.cosine * atEquator.cosine * to.cosine * to.cosine)
        .squareRoot())
    let onSphere = Circular(
      sine: atEquator.sine * to.sine * fromMeridian.cosine - to.cosine * fromMeridian.sine,
      cosine: to.cosine * fromMeridian.cosine + atEquator.sine * to.sine * fromMeridian.sine)
    let longitudes = Series.longitude(epsilon)
    let behind =
      Series.flattening * atEquator.sine * Series.longitudeFactor(epsilon)
      * (arc + longitudes.sum(at: to) - longitudes.sum(at: from))
    return Coordinate(
      finiteLatitude: Circular(sine: sine, cosine: Series.axisRatio * cosine).degrees,
      longitude: longitude + (onSphere.radians - behind) * 180 / .pi)
  }
}
