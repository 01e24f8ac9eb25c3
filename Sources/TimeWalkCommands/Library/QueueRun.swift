internal import TimeWalk

/// Takes entries of the queue in, each with the archive that it was queued for.
struct QueueRun {
  let archive: ArchiveOptions
  let library: LibraryOptions
  let work: WorkOptions
  let isVerbose: Bool

  func run(json: Bool, _ choose: (Album) throws -> [QueueEntry]) throws {
    let interruption = Interruption(finishesPhotos: true)
    let album = try library.album()
    let entries = try choose(album)
    guard !entries.isEmpty else {
      return Console.talk(
        "timewalk: no photo in the queue is ready for this; \"timewalk library queue\" lists them")
    }
    let report = BatchReport(
      json: json, isVerbose: isVerbose, total: entries.count, interruption: interruption)
    // An option takes precedence; else the queue's archive, else the default one. The queue stores
    // no password; if it names the same archive as the current setting, that setting is used.
    let now = archive.places
    let batches = Dictionary(grouping: entries) { entry in
      archive.archive ?? (entry.archive == now.shownArchive ? now.archive : entry.archive)
    }
    var faults: [any Error] = []
    // The entries belong to the album as long as it is open.
    withExtendedLifetime(album) {
      for (named, entries) in batches.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
        let places = StorePaths(archive: named, library: library.library)
        do {
          let batch = Batch(
            pipeline: try work.pipeline(places, readers: work.budget.readers), workers: work.jobs)
          try report.run(batch) { (batch, report) throws(TimeWalkError) in
            try batch.submit(entries, report: report)
          }
        } catch { faults.append(error) }
      }
    }
    if let first = faults.first { throw first }
  }
}
