internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive presets`.
struct ArchivePresets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the import presets, or print one.",
    discussion: """
      A preset maps a source's names to fields. To make your own, save one to a file, change it, and use \
      archive import --preset FILE.
      """)

  @Argument(help: "The preset to print. Default: list them all.")
  var name: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      guard let name else {
        let presets = PresetReport.all
        return try Console.answer(["presets": presets], json: output.json) {
          presets.map { "\($0.name)\t\($0.description)" }
        }
      }
      let preset = try PresetReport.find(name)
      try Console.answer(preset, json: output.json) {
        (preset.text ?? "").split(separator: "\n").map(String.init)
      }
    }
  }
}
