import TimeWalkArchive

/// The files of the presets that come with the program, in the binary itself.
enum PresetFiles {
  static let all: [[UInt8]] = [
    PackageResources.collectionbuilder_json, PackageResources.commons_json,
    PackageResources.dublin_core_json, PackageResources.fifth_avenue_json,
    PackageResources.iiif_json,
    PackageResources.islandora_workbench_json, PackageResources.oldnyc_json,
    PackageResources.oldperth_json, PackageResources.oldtoronto_json,
    PackageResources.omeka_s_json,
    PackageResources.smapshot_json, PackageResources.stac_json, PackageResources.surveyor_json,
  ]
}
