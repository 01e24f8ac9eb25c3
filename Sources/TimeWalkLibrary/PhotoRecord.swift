package import TimeWalkCore
internal import TimeWalkBase

/// The library's record of a submitted original; the file itself stays in place, unchanged.
package struct Original: Hashable, Sendable {
  /// The absolute path of the photo when it was submitted; `nil` when its bytes came over a wire.
  package var path: String?
  /// The client's address of it, for instance `file:` or in a cloud; never opened.
  package var url: String?
  /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
  package var sha256: String
  /// Its length in bytes.
  package var bytes: Int
  /// The time of its file's last change, ISO 8601 in UTC; `nil` when its bytes came over a wire.
  package var modified: String?

  /// Makes the record of an original.
  package init(
    path: String?, url: String? = nil, sha256: String, bytes: Int, modified: String? = nil
  ) {
    self.path = path
    self.url = url
    self.sha256 = sha256
    self.bytes = bytes
    self.modified = modified
  }
}

extension Original {
  /// Records an original by its bytes.
  ///
  /// - Parameters:
  ///   - content: all its bytes.
  ///   - path: its absolute path; `nil` if it isn't on this machine.
  ///   - url: the client's address of it.
  ///   - modified: the time of its file's last change, ISO 8601 in UTC.
  package init(
    content: [UInt8], path: String?, url: String? = nil, modified: String? = nil
  ) {
    self.init(
      path: path, url: url, sha256: Digest.of(content).hexadecimal, bytes: content.count,
      modified: modified)
  }
}

/// One output with its role: an image, or the page.
package struct Rendition: Hashable, Sendable {
  /// The purpose of an output.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// The photo, turned upright and fitted.
    case clean
    /// The same with its metadata written on it.
    case overlaid
    /// The historical image of the best match.
    case historical
    /// The historical image in the photo's frame.
    case then
    /// Both pictures side by side.
    case beside
    /// Both pictures half through each other.
    case blend
    /// One picture drawn over the other, animated.
    case wipe
    /// A page with all periods.
    case page

    /// The format of its file.
    package var format: Format {
      switch self {
      case .clean, .overlaid, .historical, .then, .beside, .blend: .jpeg
      case .wipe: .webp
      case .page: .html
      }
    }
  }

  /// The format of an output's file.
  package enum Format: Hashable, Sendable {
    case jpeg, webp, html

    /// The extension of the file's name, without the dot.
    package var ending: String {
      switch self {
      case .jpeg: "jpg"
      case .webp: "webp"
      case .html: "html"
      }
    }

    /// The media type.
    package var mediaType: String {
      switch self {
      case .jpeg: "image/jpeg"
      case .webp: "image/webp"
      case .html: "text/html; charset=utf-8"
      }
    }
  }

  /// Its role.
  package var role: Role
  /// Its absolute path.
  package var path: String
  /// Its width, pixels.
  package var width: Int
  /// Its height, pixels.
  package var height: Int
  /// Its length in bytes.
  package var bytes: Int

  /// Makes the record of a rendition.
  package init(role: Role, path: String, width: Int, height: Int, bytes: Int) {
    self.role = role
    self.path = path
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// One photo of the library.
package struct PhotoRecord: Hashable, Sendable {
  /// The photo's number; never given twice, not even after a removal.
  package var sequence: Int
  /// Its name for addresses, which can't be guessed: 32 hexadecimal digits of chance.
  package var id: String
  /// Its owner; `local` is a user on the library's machine.
  package var account: String
  /// The photo as it was submitted.
  package var original: Original
  /// The time of the submission, ISO 8601 in UTC.
  package var submitted: String
  /// The time of capture, ISO 8601 with the offset if known; `nil` if unknown.
  package var captured: String?
  /// The place of the photo; its accuracy is kept.
  package var coordinate: Coordinate?
  /// The folder of its outputs, as an absolute path.
  package var output: String
  /// Its request, in the form of the program that submitted it; `nil` for photos of early versions.
  package var asked: String?
  /// The outputs that were written.
  package var renditions: [Rendition]
  /// The answer, as the JSON text next to the outputs.
  package var response: String?

  /// Makes the record of a photo.
  package init(
    sequence: Int, id: String = "", account: String = "local", original: Original,
    submitted: String, captured: String? = nil,
    coordinate: Coordinate? = nil, output: String, asked: String? = nil,
    renditions: [Rendition] = [], response: String? = nil
  ) {
    self.sequence = sequence
    self.id = id
    self.account = account
    self.original = original
    self.submitted = submitted
    self.captured = captured
    self.coordinate = coordinate
    self.output = output
    self.asked = asked
    self.renditions = renditions
    self.response = response
  }
}

extension PhotoRecord {
  /// The output with a role; `nil` if the photo has none.
  package func rendition(_ role: Rendition.Role) -> Rendition? {
    renditions.first { $0.role == role }
  }

  /// A name for a new photo: 128 bits of the system's chance.
  static func newID() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
