internal import ArgumentParser
internal import TimeWalk
package import TimeWalkReading

/// The resources for reading one photo.
package struct PhotoBudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The memory limit for reading one photo. A photo that needs more is refused.",
      valueName: "size"))
  var photoMemory = ByteCount(bytes: PhotoBudget().memory)

  @Option(
    help: ArgumentHelp(
      "The processor time limit for reading one photo. A photo that needs more is refused.",
      valueName: "seconds"))
  var photoTime: Int = PhotoBudget().processorTime

  @Flag(help: "Refuse a JPEG that ends early, even if most of it is there.")
  var strict = false

  /// Makes the defaults.
  package init() {}

  /// Refuses what no photo could be read within.
  package func validate() throws {
    guard photoMemory.bytes >= PhotoBudget.leastMemory else {
      throw ValidationError(
        "--photo-memory must be at least \(ByteCount(bytes: PhotoBudget.leastMemory))")
    }
    guard (1...86_400).contains(photoTime) else {
      throw ValidationError("--photo-time must be within 1...86400")
    }
  }

  /// The readers with this budget.
  package var readers: PictureReaders {
    PictureReaders(
      budget: PhotoBudget(memory: photoMemory.bytes, processorTime: photoTime), isStrict: strict)
  }
}
