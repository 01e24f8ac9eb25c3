// swift-tools-version: 6.2
import PackageDescription

// Scripts/test sets it. A flag on the command line would reach the dependencies, which refuse it.
let warningsAreErrors = Context.environment["TIMEWALK_WARNINGS_AS_ERRORS"] != nil
/// Scripts/test sets it: the tests that compute take three to ten times as long without.
let isOptimized = Context.environment["TIMEWALK_OPTIMIZE"] != nil
/// Scripts/fuzz sets it: our code then reports its paths to libFuzzer.
let isFuzzed = Context.environment["TIMEWALK_FUZZ"] != nil
/// Scripts/test --sanitize address sets it: undefined behaviour in C then ends the program.
let isUndefinedChecked = Context.environment["TIMEWALK_CHECK_UNDEFINED"] != nil
/// Benchmarks/run and Scripts/test --all set it: the benchmarks are a target then.
let isMeasured = Context.environment["TIMEWALK_BENCHMARKS"] != nil

let careful: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (warningsAreErrors ? [.unsafeFlags(["-warnings-as-errors"])] : [])
let plain = careful + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
// A module at a time, which takes a fifth less than file by file. Without the bodies of functions
// in a module's interface, a changed body compiles one module again.
let whole = ["-whole-module-optimization", "-num-threads", "2", "-disable-cmo"]
let optimized = plain + (isOptimized ? [.unsafeFlags(["-O"] + whole)] : [])
let debugged = plain + (isOptimized ? [.unsafeFlags(whole)] : [])
let inC: [CSetting] =
  (isFuzzed ? [.unsafeFlags(["-fsanitize=fuzzer-no-link"])] : [])
  + (isOptimized ? [.unsafeFlags(["-O2"])] : [])
  + (isUndefinedChecked
    ? [.unsafeFlags(["-fsanitize=undefined", "-fno-sanitize-recover=all"])] : [])

func swift(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [])
  -> Target
{
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: optimized)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: optimized)
}

func c(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  links: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, cSettings: inC,
    linkerSettings: links.map { .linkedLibrary($0) })
}

func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  settings: [SwiftSetting] = debugged
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TimeWalkTestSupport"], exclude: exclude,
    swiftSettings: settings)
}

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let httpServer: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  httpTypes,
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

/// Column names of known sources.
let presets = [
  "collectionbuilder", "commons", "dublin-core", "fifth-avenue", "iiif", "islandora-workbench",
  "oldnyc", "oldperth", "oldtoronto", "omeka-s", "smapshot", "stac", "surveyor",
]

let fuzzed: [Target.Dependency] = [
  "TimeWalk", "TimeWalkMetadata", "TimeWalkImaging", "TimeWalkBase", "TimeWalkArchive",
  "TimeWalkCatalogue", "TimeWalkFormats", "TimeWalkCore", "TimeWalkEndpoint", "TimeWalkReading",
  "TimeWalkMaps", "TimeWalkGather", "CZlib",
]
// The sources of FuzzTests as a program of libFuzzer. The linker gold fails here.
let fuzzer = Target.executableTarget(
  name: "TimeWalkFuzz", dependencies: fuzzed + ["TimeWalkTestSupport"], path: "Tests/FuzzTests",
  exclude: ["MutationTests.swift", "Mutation.swift"], swiftSettings: careful,
  linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])

let benchmark = Target.executableTarget(
  name: "TimeWalkBenchmark",
  dependencies: [
    "TimeWalk", "TimeWalkCore", "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkSpatiaLite",
    "TimeWalkPostGIS", "TimeWalkImaging", arguments,
  ],
  path: "Benchmarks/TimeWalkBenchmark", swiftSettings: plain)

let package = Package(
  name: "TimeWalk",
  products: [
    .library(name: "TimeWalk", targets: ["TimeWalk"]),
    .executable(name: "timewalk", targets: ["TimeWalkCLI"]),
    .executable(name: "timewalk-serve", targets: ["TimeWalkServe"]),
  ],
  dependencies: [
    // The command line: Apple's own parser, with help screens, completion and sysexits codes.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The endpoint's log: the interface that other libraries and log collectors of Swift share.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // SQLite: migrations, a reader pool and statement caching that are tested by many.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // The HTTP server, on SwiftNIO. Only timewalk-serve is built with it. Its trait would build a
    // reader of settings that nothing here uses.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    // The pages' templates, without code in them.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    // The types that parts of the server exchange; Hummingbird depends on them, too.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    library("CFreeType", "freetype2", "libfreetype-dev"),
    library("CZlib", "zlib", "zlib1g-dev"),
    library("CExif", "libexif", "libexif-dev"),
    // Loads heavy libraries when they are first needed; confines and limits processes; libcurl;
    // PROJ; digests. The package swift-system has a target CSystem, which takes that name. Only the
    // digests of libcrypto's archive are linked: its shared library costs each start half a
    // millisecond, and a confined process can't load it.
    c("CPlatform", links: [":libcrypto.a"]),
    // Loops over pixels, and decoders that leave by longjmp or report by variadic callbacks.
    c("CImages", ["CPlatform"], links: ["jpeg", "png16", "webp", "lcms2"]),
    // HarfBuzz, FriBidi and Fontconfig, whose types and texts Swift can't import.
    c("CText", ["CPlatform", "CFreeType"]),
    c("CDatabases", ["CPlatform"], links: ["sqlite3"]),
    // The pages' files by C's `#embed`: as Swift's resources they take the compiler minutes.
    c("WebFiles", exclude: ["Assets", "Templates", "Texts"]),

    swift("TimeWalkBase", ["CPlatform", "CZlib"]),
    swift("TimeWalkStorage", ["TimeWalkBase", "CDatabases", grdb]),
    swift("TimeWalkCore", []),
    swift("TimeWalkMaps", ["TimeWalkBase", "TimeWalkCore"]),
    swift("TimeWalkMetadata", ["TimeWalkBase", "TimeWalkCore", "CExif", "CZlib"]),
    swift("TimeWalkImaging", ["TimeWalkBase", "CImages", "CText", "CFreeType"]),
    swift("TimeWalkReading", ["TimeWalkBase", "TimeWalkImaging", "TimeWalkMetadata", "CPlatform"]),
    swift(
      "TimeWalkArchive", ["TimeWalkBase", "TimeWalkCore", "TimeWalkMaps", "TimeWalkStorage"]),
    swift(
      "TimeWalkFormats",
      ["TimeWalkArchive", "TimeWalkBase", "TimeWalkCore", "TimeWalkStorage", grdb]),
    swift(
      "TimeWalkCatalogue",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCore", "TimeWalkFormats", "TimeWalkMaps",
        "TimeWalkStorage",
      ],
      resources: presets.map { .embedInCode("Presets/\($0).json") }),
    swift(
      "TimeWalkTables",
      ["TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkStorage"]),
    swift(
      "TimeWalkSpatiaLite",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkStorage",
        "TimeWalkTables", "CDatabases", grdb,
      ]),
    swift(
      "TimeWalkPostGIS",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkTables",
        "CDatabases", "CPlatform",
      ]),
    swift(
      "TimeWalkLibrary",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCore", "TimeWalkPostGIS", "TimeWalkStorage",
        "TimeWalkTables", grdb,
      ]),
    swift("TimeWalkEvents", ["TimeWalkBase", "TimeWalkStorage", grdb]),
    swift(
      "TimeWalkGather",
      ["TimeWalkArchive", "TimeWalkBase", "TimeWalkCore", "TimeWalkStorage", "CPlatform"]),
    swift(
      "TimeWalkAPI",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkEvents",
        "TimeWalkImaging", "TimeWalkLibrary", "TimeWalkMetadata", "TimeWalkReading",
      ]),
    swift(
      "TimeWalk",
      [
        "TimeWalkAPI", "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore",
        "TimeWalkEvents", "TimeWalkGather", "TimeWalkImaging", "TimeWalkLibrary", "TimeWalkMaps",
        "TimeWalkMetadata", "TimeWalkPostGIS", "TimeWalkReading", "TimeWalkSpatiaLite",
        "TimeWalkStorage", "TimeWalkTables", mustache,
      ],
      resources: [
        "facts.mustache", "marks.mustache", "page.css", "page.js", "page.mustache",
        "photos.mustache", "picture.mustache", "route.mustache", "stops.mustache", "view.mustache",
      ].map { .embedInCode("Pages/\($0)") }),
    swift("TimeWalkEndpoint", ["TimeWalk", "TimeWalkBase", logging]),
    swift(
      "TimeWalkCommands",
      [
        "TimeWalk", "TimeWalkBase", "TimeWalkCore", "TimeWalkEndpoint", "TimeWalkEvents",
        "TimeWalkReading", arguments, logging,
      ]),
    program("TimeWalkCLI", ["TimeWalkCommands"]),
    // Its libraries take minutes to build, and only timewalk-serve needs them.
    swift(
      "TimeWalkHTTP",
      [
        "TimeWalk", "TimeWalkAPI", "TimeWalkBase", "TimeWalkCore", "TimeWalkEndpoint",
        "TimeWalkEvents", "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkReading",
        "TimeWalkStorage", "CZlib", "WebFiles", logging,
      ] + httpServer),
    program(
      "TimeWalkServe",
      ["TimeWalk", "TimeWalkCommands", "TimeWalkEndpoint", "TimeWalkHTTP", arguments, logging]),
    // The documentation's example. It has only the access of a third-party package:
    // Examples/Consumer is that package.
    .executableTarget(
      name: "Consumer", dependencies: ["TimeWalk"], path: "Examples/Consumer/Sources/Consumer",
      packageAccess: false, swiftSettings: plain),
  ] + (isMeasured ? [benchmark] : []) + [
    .target(
      name: "TimeWalkTestSupport", dependencies: ["TimeWalkBase", "TimeWalkCore"],
      path: "Tests/TimeWalkTestSupport", swiftSettings: optimized),
    tests("TimeWalkBaseTests", ["TimeWalkBase", "TimeWalkStorage", "CPlatform", grdb]),
    tests("TimeWalkCoreTests", ["TimeWalkCore"]),
    tests("TimeWalkMapsTests", ["TimeWalkBase", "TimeWalkCore", "TimeWalkMaps"]),
    tests(
      "TimeWalkMetadataTests",
      ["TimeWalkCore", "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkReading"]),
    // These tests compute pixels.
    tests(
      "TimeWalkImagingTests", ["TimeWalkBase", "TimeWalkCore", "TimeWalkImaging"],
      settings: optimized),
    tests(
      "TimeWalkArchiveTests",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkFormats",
        "TimeWalkMaps", "TimeWalkSpatiaLite", "TimeWalkStorage", "TimeWalkTables", grdb,
      ]),
    // The behaviour of an engine, tested on each.
    tests(
      "TimeWalkConformanceTests",
      [
        "TimeWalkArchive", "TimeWalkBase", "TimeWalkCatalogue", "TimeWalkCore",
        "TimeWalkPostGIS", "TimeWalkSpatiaLite", "TimeWalkTables",
      ], settings: optimized),
    tests("TimeWalkLibraryTests", ["TimeWalkCore", "TimeWalkLibrary", "TimeWalkTables", grdb]),
    tests("TimeWalkEventsTests", ["TimeWalkBase", "TimeWalkEvents", "TimeWalkStorage", grdb]),
    tests(
      "TimeWalkGatherTests",
      [
        "TimeWalkArchive", "TimeWalkCLI", "TimeWalkCore", "TimeWalkGather",
      ]),
    tests(
      "TimeWalkTests",
      [
        "TimeWalk", "TimeWalkAPI", "TimeWalkArchive", "TimeWalkBase", "TimeWalkCore",
        "TimeWalkImaging", "TimeWalkLibrary", "TimeWalkMetadata",
      ]),
    tests("TimeWalkEndpointTests", ["TimeWalk", "TimeWalkEndpoint", logging]),
    tests(
      "TimeWalkHTTPTests",
      [
        "TimeWalk", "TimeWalkBase", "TimeWalkCLI", "TimeWalkEndpoint", "TimeWalkEvents",
        "TimeWalkHTTP", "TimeWalkServe", grdb, httpTypes,
      ]),
    // Each command of the built program, as a user runs it.
    tests(
      "TimeWalkCommandsTests",
      ["TimeWalkCLI", "TimeWalkCore", "TimeWalkEvents", "TimeWalkImaging", "TimeWalkMetadata"]),
    tests(
      "IntegrationTests",
      [
        "Consumer", "TimeWalk", "TimeWalkArchive", "TimeWalkBase", "TimeWalkCLI",
        "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkImaging", "TimeWalkReading",
        "TimeWalkSpatiaLite", grdb,
      ] + (isMeasured ? ["TimeWalkBenchmark"] : [])),
  ]
    + [isFuzzed ? fuzzer : tests("FuzzTests", fuzzed, exclude: ["Fuzzer.swift"])],
  swiftLanguageModes: [.v6]
)
