import Foundation
import Synchronization
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Pages that are made before their first request.
@Suite("Pages of the library, and those made ahead", .waitsForProcesses, .serialized)
struct LibraryPageTests {
  @Test("A photo whose picture is gone from the disk isn't there; the archive has no fault")
  func missingPicture() throws {
    let served = try Served(nil, ["--views-ahead", "0"])
    let sent = try served.submit().object()["photo"] as? [String: Any]
    let id = try #require(sent?["id"] as? String)
    let folder = served.place.library
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for name in names where name.hasSuffix(".jpg") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let page = try served.ask("GET", "/photos/\(id)", [PageTests.browser])
    #expect(page.status == 404 && !page.text.contains("no archive"), "\(page.status)")
  }

  @Test("Photos are listed for callers with that right, and downloaded and deleted together")
  func library() throws {
    let served = try Served()
    let id = try #require(
      (try served.submit().object()["photo"] as? [String: Any])?["id"] as? String)
    let list = try served.ask("/v1/photos")
    #expect((try list.object()["photos"] as? [[String: Any]])?.first?["id"] as? String == id)
    #expect(try served.ask("/v1/photos?original=/etc/passwd").status == 400)
    let page = try served.ask("GET", "/library", [PageTests.browser]).text
    #expect(page.contains("<a class=\"button main\" href=\"/camera\">Take a photo</a>"))
    let type = "Content-Type: application/x-www-form-urlencoded"
    let zip = try served.ask("POST", "/library/zip", [type], body: Array("\(id)=on".utf8))
    #expect(zip.status == 200 && zip.headers["content-type"] == "application/zip")
    #expect(zip.body.prefix(2) == Data("PK".utf8))
    #expect(zip.headers["content-disposition"]?.contains("timewalk.zip") == true)
    #expect(try served.ask("POST", "/library/zip", [type], body: []).status == 400)
    let gone = try served.ask("POST", "/library/delete", [type], body: Array("\(id)=on".utf8))
    #expect(gone.status == 303 && gone.headers["clear-site-data"] == "\"cache\"")
    #expect(try served.ask("/v1/photos/\(id)").status == 404)
    let folder = served.place.library + "/uploads"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("Another time is requested for one photo, and for many")
  func era() throws {
    let served = try Served()
    let id = try #require(
      (try served.submit().object()["photo"] as? [String: Any])?["id"] as? String)
    let own = try served.ask("GET", "/photos/\(id)", [PageTests.browser]).text
    #expect(own.contains("name=\"era\""))
    let page = try served.ask("GET", "/photos/\(id)?era=1905", [PageTests.browser])
    #expect(page.status == 200)
    #expect(page.text.contains("Years searched:") && page.text.contains("Broadway, kept"))
    let pictures = page.text.matches(of: #/src="(/photos/[^"]+/pictures/[^"]+)"/#)
      .map { String($0.1).replacing("&amp;", with: "&") }
    #expect(pictures.count >= 2)
    for address in pictures {
      #expect(address.hasSuffix("?era=1905"))
      #expect(try served.ask(address).status == 200, "\(address)")
    }
    #expect(try served.ask("GET", "/photos/\(id)?era=soon", [PageTests.browser]).status == 400)
    #expect(try served.ask("GET", "/photos/\(id)?other=1", [PageTests.browser]).status == 400)
    // The first request stays.
    #expect(
      try served.ask("/v1/photos/\(id)").text.contains("\"era\":{") == false)

    let many = try CuratingTests.send(served, "/library/era", [(id, "on"), ("era", "1905")])
    #expect(many.status == 200)
    #expect(many.text.contains("/photos/\(id)?era=1905") && many.text.contains("Broadway, kept"))
    let none = try CuratingTests.send(served, "/library/era", [(id, "on"), ("era", "1650")])
    #expect(none.text.contains("No known picture of these years"))
    #expect(
      try CuratingTests.send(served, "/library/era", [(id, "on"), ("era", "soon")]).status == 400)
    #expect(try CuratingTests.send(served, "/library/era", [(id, "on")]).status == 400)
    #expect(try CuratingTests.send(served, "/library/era", [("era", "1905")]).status == 400)
  }

  @Test("Lists have small pictures, which are cached when missing and removed with the photo")
  func thumbnails() throws {
    let served = try Served()
    let id = try #require(
      (try served.submit().object()["photo"] as? [String: Any])?["id"] as? String)
    let path = "/photos/\(id)/thumbnail"
    #expect(try served.ask("GET", "/library", [PageTests.browser]).text.contains(path))
    let small = try served.ask(path)
    #expect(small.status == 200 && small.headers["content-type"] == "image/jpeg")
    let whole = try served.ask("/v1/photos/\(id)/clean")
    #expect(small.body.count < whole.body.count)
    let tag = try #require(small.headers["etag"])
    #expect(try served.ask("GET", path, ["If-None-Match: \(tag)"]).status == 304)
    // By a command, of which the server isn't told.
    let place = served.place
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Album(places: places).remove(ids: [id])
    #expect(try served.ask(path).status == 404)
    #expect(try served.ask("/v1/photos/\(id)/clean").status == 404)
  }

  @Test("Pages are made ahead one at a time, up to the queue's limit, and dropped at the end")
  func ahead() {
    let ahead = ViewsAhead(most: 2)
    let gate = DispatchSemaphore(value: 0)
    let counts = Mutex((running: 0, most: 0, done: 0))
    for _ in 0..<5 {
      ahead.add {
        counts.withLock {
          $0.running += 1
          $0.most = max($0.most, $0.running)
        }
        gate.wait()
        counts.withLock {
          $0.running -= 1
          $0.done += 1
        }
      }
    }
    #expect(ahead.count == 2)
    // One runs until the gate opens; those waiting behind it are dropped.
    while counts.withLock({ $0.running }) == 0 { Thread.sleep(forTimeInterval: 0.01) }
    let closing = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      ahead.close()
      closing.signal()
    }
    Thread.sleep(forTimeInterval: 0.2)
    gate.signal()
    closing.wait()
    #expect(counts.withLock { $0.most } == 1 && counts.withLock { $0.done } == 1)
    ahead.add { counts.withLock { $0.done += 1 } }
    #expect(counts.withLock { $0.done } == 1)
    let none = ViewsAhead(most: 0)
    none.add { counts.withLock { $0.done += 1 } }
    none.close()
    #expect(counts.withLock { $0.done } == 1)
  }

  @Test("Views are cached up to their bytes, and the least recently used one goes")
  func viewBytes() throws {
    let served = try Served()
    let id = try #require(
      (try served.submit().object()["photo"] as? [String: Any])?["id"] as? String)
    let places = StorePaths(
      archive: served.place.archive, library: served.place.library, environment: [:])
    let photo = try Album(places: places).photo(id: id)
    let view = try Pipeline(places: places, forPhotos: true)
      .photoView(of: id, picture: { $0 }, item: { $0 })
    #expect(view.bytes > 0)
    let cache = ViewCache(most: 2 * view.bytes)
    let made = Mutex<[String]>([])
    for era in ["1", "2", "1", "3", "1", "2"] {
      _ = try cache.view(of: photo, era: era) { () throws(TimeWalkError) in
        made.withLock { $0.append(era) }
        return view
      }
    }
    #expect(made.withLock(\.self) == ["1", "2", "3", "2"])
  }

  @Test("A new photo's page is made before its first request")
  func madeAhead() throws {
    let served = try Served()
    _ = try served.submit()
    func made() throws -> Int? {
      try served.ask("/metrics").text.firstMatch(of: #/\ntimewalk_views_ahead_total (\d+)/#)
        .flatMap { Int($0.1) }
    }
    for _ in 0..<200 {
      if try made() == 1 { break }
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(try made() == 1)
    // The same photo again isn't a new one.
    #expect(try served.submit().status == 200)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try made() == 1)
    let still = try Served(nil, ["--views-ahead", "0"])
    _ = try still.submit()
    #expect(try still.ask("/metrics").text.contains("\ntimewalk_views_ahead_total 0\n"))
  }
}
