package import TimeWalkLibrary

/// A submitted photo.
public struct PhotoReport: Codable, Hashable, Sendable {
  /// Its number in the library; absent when it failed before it got one.
  public var sequence: Int?
  /// The path of the original; absent when its bytes came over a wire.
  public var original: String?
  /// The SHA-256 of the original's bytes; absent when it could not be read.
  public var sha256: String?
  /// The client's address of the original; absent if not given.
  public var originalURL: String?
  /// True when the same bytes were submitted before, and this is their photo; else absent.
  public var earlier: Bool?
  /// Its id, which a server's answer has in place of the number.
  @EncodeOnly package var id: String?

  /// Writes a photo's data.
  public init(
    sequence: Int? = nil, original: String?, sha256: String? = nil, originalURL: String? = nil
  ) {
    self.sequence = sequence
    self.original = original
    self.sha256 = sha256
    self.originalURL = originalURL
  }
}

/// One output image.
public struct RenditionReport: Codable, Hashable, Sendable {
  /// `clean`, `overlaid`, `historical`, `then`, `beside`, `blend`, `wipe` or `page`.
  public var role: String
  /// Its absolute path; absent in a server's answer.
  public var path: String?
  /// Its address, which a server's answer has in place of the path.
  @EncodeOnly package var url: String?
  /// Its bytes in base64, when requested inline.
  public var base64: String?
  /// Its width, pixels; of a page, that of the photo in it.
  public var width: Int
  /// Its height, pixels; of a page, that of the photo in it.
  public var height: Int
  /// Its length in bytes.
  public var bytes: Int
  /// The JPEG quality that it was written with, 1...100, in libjpeg's scale, or that of WebP;
  /// absent in lists.
  public var quality: Int?
  /// For an overlaid rendition, the rectangle of the text.
  public var overlay: Region?
  /// For all but the clean and the overlaid rendition, the item that it shows.
  public var item: String?
  /// For a historical rendition, whether it is a `picture`, a `plate` that names one elsewhere, or
  /// a crop of a `map` around the place.
  ///
  /// For `then`, whether it is `aligned` or `approximate`, as rough as the poses.
  public var kind: String?

  /// Makes it from its values.
  package init(
    role: String, path: String? = nil, base64: String? = nil, width: Int, height: Int, bytes: Int,
    quality: Int? = nil, overlay: Region? = nil, item: String? = nil, kind: String? = nil
  ) {
    self.role = role
    self.path = path
    self.base64 = base64
    self.width = width
    self.height = height
    self.bytes = bytes
    self.quality = quality
    self.overlay = overlay
    self.item = item
    self.kind = kind
  }

  /// Writes an output of the library.
  package init(_ rendition: Rendition) {
    self.init(
      role: rendition.role.rawValue, path: rendition.path, width: rendition.width,
      height: rendition.height, bytes: rendition.bytes)
  }

  /// The media type of its file.
  package var mediaType: String { format.mediaType }
  /// The extension of its file's name, without the dot.
  package var ending: String { format.ending }
  private var format: Rendition.Format { Rendition.Role(rawValue: role)?.format ?? .jpeg }

  /// A rectangle of pixels.
  public struct Region: Codable, Hashable, Sendable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Makes it from its values.
    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

/// A field that is written if it has a value, and never read.
///
/// It is in no request and in no description of the endpoint.
@propertyWrapper
package struct EncodeOnly: Codable, Hashable, Sendable {
  package var wrappedValue: String?

  package init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
}

extension KeyedDecodingContainer {
  package func decode(_: EncodeOnly.Type, forKey _: Key) throws -> EncodeOnly {
    EncodeOnly(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  package mutating func encode(_ field: EncodeOnly, forKey key: Key) throws {
    try encodeIfPresent(field.wrappedValue, forKey: key)
  }
}
