/// Catalogues that many tests import.
package enum SampleCatalogue {
  /// One view, of a corner, whose picture is elsewhere.
  package static let corner = """
    id,title,date,latitude,longitude,heading,field_of_view,license,media
    corner,The corner in 1911,1911,40.758,-73.9855,205,50,CC0-1.0,https://example.org/corner.jpg

    """
}
