import TimeWalkCommands

@main
struct TimeWalkCLI {
  static func main() {
    TimeWalkTool.start()
  }
}
