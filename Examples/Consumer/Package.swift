// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer",
  // A project of its own names `https://github.com/OWNER/NAME` and a version here.
  dependencies: [.package(name: "TimeWalk", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "TimeWalk", package: "TimeWalk")])
  ],
  swiftLanguageModes: [.v6]
)
