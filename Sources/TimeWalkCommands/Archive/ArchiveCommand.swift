internal import ArgumentParser

/// `timewalk archive`.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Import, browse and export historical images.",
    subcommands: [
      ArchiveImport.self, ArchivePresets.self, ArchiveList.self, ArchiveShow.self,
      ArchiveSearch.self,
      ArchiveExport.self, ArchiveVerify.self, ArchiveRepair.self, ArchiveBackup.self,
      ArchiveCopy.self, ArchiveCollections.self,
      ArchiveSet.self, ArchiveMove.self, ArchiveRemove.self, ArchiveHistory.self, ArchiveDiff.self,
      ArchiveUndo.self, ArchiveReview.self, ArchiveDuplicates.self, ArchiveRights.self,
      ArchiveFetchMedia.self, ArchiveGather.self, ArchiveEra.self,
    ])
}
