@main
struct TimeWalkCLI {
  static func main() {}
}
