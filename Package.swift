// swift-tools-version: 6.2
import PackageDescription

let upcoming: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
// Scripts/test asks for it. A flag on the command line would reach the dependencies, which refuse
// it.
let careful =
  Context.environment["TIMEWALK_WARNINGS_AS_ERRORS"] == nil
  ? upcoming : upcoming + [.unsafeFlags(["-warnings-as-errors"])]

/// Scripts/test asks for it: built for a debugger, the judge, the import and the loops over pixels
/// make the longest tests three to ten times as long.
let isOptimized = Context.environment["TIMEWALK_OPTIMIZE"] != nil
/// Scripts/fuzz asks for it: our code then tells libFuzzer which ways it takes.
let isFuzzed = Context.environment["TIMEWALK_FUZZ"] != nil
let strict = careful + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
// A module at a time: file by file takes a quarter more.
let built =
  strict
  + (isOptimized ? [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"])] : [])
/// Scripts/test --sanitize address asks for it: what C leaves undefined then ends the program.
let isDefinednessChecked = Context.environment["TIMEWALK_CHECK_UNDEFINED"] != nil
let strictC: [CSetting] =
  (isFuzzed ? [.unsafeFlags(["-fsanitize=fuzzer-no-link"])] : [])
  + (isOptimized ? [.unsafeFlags(["-O2"])] : [])
  + (isDefinednessChecked
    ? [.unsafeFlags(["-fsanitize=undefined", "-fno-sanitize-recover=all"])] : [])

/// A Swift target of this package, with the settings that all of them share.
func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: built)
}

/// A C target of this package, with the libraries that it is linked to.
func cRoom(_ name: String, _ dependencies: [Target.Dependency] = [], links: [String] = []) -> Target
{
  .target(
    name: name, dependencies: dependencies, cSettings: strictC,
    linkerSettings: links.map { .linkedLibrary($0) })
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TimeWalkTestSupport"], exclude: exclude,
    swiftSettings: settings)
}

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
/// The HTTP server, and what its parts speak to each other in.
let httpServer: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

/// How known projects' catalogues are read.
let presets = [
  "collectionbuilder", "commons", "dublin-core", "fifth-avenue", "iiif", "islandora-workbench",
  "oldnyc", "oldperth", "oldtoronto", "omeka-s", "smapshot", "stac", "surveyor",
]

/// What takes strangers' bytes.
let fuzzed: [Target.Dependency] = [
  "TimeWalk", "TimeWalkMetadata", "TimeWalkImaging", "TimeWalkJSON", "TimeWalkArchive",
  "TimeWalkCatalogue", "TimeWalkSpreadsheet", "TimeWalkCore", "TimeWalkEndpoint",
  "TimeWalkReading", "TimeWalkText", "TimeWalkGeoPackage", "TimeWalkMaps", "TimeWalkZip",
  "TimeWalkGather",
  "CZlib",
]
// The same sources as those of FuzzTests, as a program of libFuzzer. The linker gold ends with an
// error of its own here.
let fuzzer = Target.executableTarget(
  name: "TimeWalkFuzz", dependencies: fuzzed + ["TimeWalkTestSupport"], path: "Tests/FuzzTests",
  exclude: ["MutationTests.swift", "Mutation.swift"], swiftSettings: careful,
  linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])

/// Benchmarks/run and Scripts/test --all ask for it: the target of the benchmarks is then there.
let isMeasured = Context.environment["TIMEWALK_BENCHMARKS"] != nil
let benchmark: [Target.Dependency] = isMeasured ? ["TimeWalkBenchmark"] : []
let benchmarkTargets: [Target] =
  isMeasured
  ? [
    .executableTarget(
      name: "TimeWalkBenchmark",
      dependencies: [
        "TimeWalk", "TimeWalkCore", "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkSpatiaLite",
        "TimeWalkPostGIS", "TimeWalkImaging", arguments,
      ],
      path: "Benchmarks/TimeWalkBenchmark", swiftSettings: strict)
  ] : []

let package = Package(
  name: "TimeWalk",
  products: [
    .library(name: "TimeWalk", targets: ["TimeWalk", "TimeWalkCore"]),
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
    // The HTTP server, on SwiftNIO. Only the program timewalk-serve is built with it.
    // Its traits would build a reader of settings that nothing here uses.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    // The pages' templates, which know no code.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    // What the server's parts speak to each other in; Hummingbird brings them along.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
    // A C target, since libjpeg reports errors by longjmp, which Swift can't catch.
    cRoom("CTurboJPEG", ["CPixels"], links: ["jpeg"]),

    // Loads what below is not linked: heavy libraries, or such as bring many others along, that
    // most runs don't need.
    cRoom("CLoader"),
    cRoom("CHarfBuzz", ["CLoader", "CFreeType"]),
    // C targets, since both libraries have types that depend on how they are built, and texts that
    // Swift can't hold.
    cRoom("CFriBidi", ["CLoader"]),
    cRoom("CFontconfig", ["CLoader"]),
    cRoom("CSpatiaLite", ["CLoader"], links: ["sqlite3"]),
    // A C target, since processes are limited and locked in by calls with variable arguments and
    // macros.
    cRoom("CSandbox", ["CLoader"]),
    // PostgreSQL's client library, which only an archive on a server needs.
    cRoom("CPostgres", ["CLoader"]),
    // A C target, since libcurl's options are set by a function that Swift can't call.
    cRoom("CCurl", ["CLoader"]),
    // The archive of libcrypto, of which the digests alone are linked in: the shared library takes
    // a start half a millisecond, and a process that is locked in can't load it.
    cRoom("CCrypto", ["CLoader"], links: [":libcrypto.a"]),

    // Loops over pixels, and the interface that the decoders below share.
    cRoom("CPixels"),
    // C targets: libpng leaves by longjmp, libtiff reports by variadic callbacks, and all decoders
    // hand on rows alike.
    cRoom("CPNG", ["CPixels"], links: ["png16"]),
    cRoom("CHEIF", ["CPixels", "CLoader"]),
    cRoom("CTIFF", ["CPixels", "CLoader"]),
    cRoom("CRaw", ["CPixels", "CLoader"]),
    cRoom("CWebP", ["CPixels", "CLoader"], links: ["webp"]),
    cRoom("CLittleCMS", ["CPixels"], links: ["lcms2"]),
    cRoom("CQR", ["CLoader"]),

    room("TimeWalkJSON", []),
    room("TimeWalkCore", []),
    room("TimeWalkThreads", []),
    room("TimeWalkText", ["TimeWalkStorage"]),
    // How the pixels of georeferenced maps lie on the ground.
    room("TimeWalkMaps", ["TimeWalkCore", "TimeWalkJSON"]),
    room("TimeWalkZip", ["CZlib"]),
    // Digests, keys of passphrases, and random bytes.
    room("TimeWalkDigests", ["CCrypto"]),
    // Files and databases that outlive a power cut, and that a stranger's file can't turn against
    // this program.
    room("TimeWalkStorage", ["CSpatiaLite", grdb]),
    room("TimeWalkMetadata", ["TimeWalkCore", "CExif", "CZlib", "TimeWalkDigests"]),
    room(
      "TimeWalkImaging",
      [
        "CTurboJPEG", "CPNG", "CHEIF", "CTIFF", "CRaw", "CWebP", "CLittleCMS", "CQR", "CFreeType",
        "CHarfBuzz", "CFriBidi", "CFontconfig", "CPixels", "TimeWalkThreads",
      ]),
    room(
      "TimeWalkArchive", ["TimeWalkCore", "TimeWalkJSON", "TimeWalkStorage", "TimeWalkDigests"]),
    room("TimeWalkCandidates", ["TimeWalkCore"]),
    room("TimeWalkPlaces", ["TimeWalkCore", "TimeWalkArchive", "TimeWalkMaps"]),
    room("TimeWalkGeoPackage", ["TimeWalkArchive", "TimeWalkJSON", "TimeWalkStorage", grdb]),
    room("TimeWalkSpreadsheet", ["TimeWalkCore", "TimeWalkArchive", "TimeWalkZip"]),
    // What titles, captions and cells say in words: directions, angles, places.
    room("TimeWalkCaptions", ["TimeWalkCore", "TimeWalkArchive"]),
    .target(
      name: "TimeWalkCatalogue",
      dependencies: [
        "TimeWalkCore", "TimeWalkArchive", "TimeWalkCaptions", "TimeWalkGeoPackage",
        "TimeWalkSpreadsheet", "TimeWalkMaps", "TimeWalkJSON", "TimeWalkText", "TimeWalkZip",
        "TimeWalkStorage", "TimeWalkDigests",
      ],
      // In the binary itself, so that it needs no folder beside it.
      resources: presets.map { .embedInCode("Presets/\($0).json") },
      swiftSettings: built),
    // What engines that speak SQL share: the journal, undo, corrections, imports and reviews.
    room(
      "TimeWalkTables",
      [
        "TimeWalkCore", "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkStorage",
        "TimeWalkDigests",
      ]),
    room(
      "TimeWalkSpatiaLite",
      [
        "TimeWalkCore", "TimeWalkCandidates", "TimeWalkArchive", "TimeWalkCatalogue",
        "TimeWalkStorage", "TimeWalkTables", "CSpatiaLite", grdb,
      ]),
    // The S3 interface of object stores; it knows neither pictures nor archives.
    room("TimeWalkObjects", ["CCurl"]),
    // The engine for more than one machine.
    room(
      "TimeWalkPostGIS",
      [
        "TimeWalkCore", "TimeWalkCandidates", "TimeWalkArchive", "TimeWalkObjects",
        "TimeWalkTables", "CPostgres",
      ]),
    room(
      "TimeWalkLibrary",
      [
        "TimeWalkCore", "TimeWalkArchive", "TimeWalkPostGIS", "TimeWalkStorage", "TimeWalkTables",
        grdb, "TimeWalkDigests",
      ]),
    // Walks together: who may do what, whose pictures there are, and when all of it goes.
    room(
      "TimeWalkWalks",
      ["TimeWalkStorage", "TimeWalkText", "TimeWalkZip", grdb, "TimeWalkDigests"]),
    room("TimeWalkFetch", ["CCurl"]),
    // What sources of the web hold around a place, as rows of a catalogue.
    room(
      "TimeWalkGather",
      [
        "TimeWalkArchive", "TimeWalkCore", "TimeWalkFetch", "TimeWalkJSON", "TimeWalkStorage",
        "TimeWalkThreads", "TimeWalkDigests",
      ]),
    room("TimeWalkSandbox", ["CSandbox"]),
    room("TimeWalkReading", ["TimeWalkImaging", "TimeWalkMetadata", "TimeWalkSandbox"]),
    room(
      "TimeWalkWire",
      [
        "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkImaging",
        "TimeWalkJSON", "TimeWalkLibrary", "TimeWalkMetadata", "TimeWalkPlaces", "TimeWalkReading",
        "TimeWalkText", "TimeWalkWalks",
      ]),
    // Photos beside what was there, as HTML; what is written on and beside pictures.
    .target(
      name: "TimeWalkPages",
      dependencies: [
        "TimeWalkArchive", "TimeWalkCore", "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkPlaces",
        "TimeWalkText", "TimeWalkWire",
      ],
      resources: ["page.css", "page.js"].map { .embedInCode($0) },
      swiftSettings: built),
    .target(
      name: "TimeWalk",
      dependencies: [
        "TimeWalkCore", "TimeWalkMetadata", "TimeWalkImaging", "TimeWalkArchive",
        "TimeWalkCatalogue", "TimeWalkSpatiaLite", "TimeWalkPostGIS", "TimeWalkLibrary",
        "TimeWalkFetch", "TimeWalkGather", "TimeWalkJSON", "TimeWalkMaps",
        "TimeWalkPages", "TimeWalkPlaces",
        "TimeWalkReading", "TimeWalkSandbox", "TimeWalkStorage", "TimeWalkTables", "TimeWalkText",
        "TimeWalkThreads", "TimeWalkWalks", "TimeWalkWire", "TimeWalkZip",
      ],
      swiftSettings: built),
    room(
      "TimeWalkEndpoint",
      [
        "TimeWalk", "TimeWalkJSON", "TimeWalkReading", "TimeWalkText", "TimeWalkThreads", logging,
      ]),
    room(
      "TimeWalkCommands",
      [
        "TimeWalk", "TimeWalkEndpoint", "TimeWalkReading", "TimeWalkText", "TimeWalkWalks",
        arguments, logging,
      ]),
    .executableTarget(
      name: "TimeWalkCLI", dependencies: ["TimeWalkCommands"], swiftSettings: built),
    // A C target, since files become part of the program at once by C's `#embed`; as resources of
    // Swift, which are arrays of numbers there, they take minutes.
    .target(
      name: "CPageFiles", exclude: ["Assets", "Templates", "Texts"], cSettings: strictC),
    // What the front's pages are made of: templates, styles, modules, words in four languages.
    room(
      "TimeWalkSite",
      [
        "CPageFiles", "CZlib", "TimeWalkJSON", "TimeWalkPages", "TimeWalkText", "TimeWalkWalks",
        "TimeWalkWire", "TimeWalkDigests", .product(name: "Mustache", package: "swift-mustache"),
      ]),
    // The HTTP front is a program of its own, which `timewalk serve` starts: its libraries take
    // minutes to build, and nothing else needs them.
    room(
      // Who may come in, and how often; no HTTP.
      "TimeWalkAccess", ["TimeWalk", "TimeWalkDigests", "TimeWalkStorage"]),
    room(
      "TimeWalkHTTP",
      [
        "TimeWalk", "TimeWalkAccess", "TimeWalkEndpoint", "TimeWalkJSON", "TimeWalkMetadata",
        "TimeWalkPages", "TimeWalkReading", "TimeWalkSite", "TimeWalkStorage", "TimeWalkText",
        "TimeWalkThreads", "TimeWalkWalks", "TimeWalkDigests", logging,
      ] + httpServer),
    .executableTarget(
      name: "TimeWalkServe",
      dependencies: [
        "TimeWalkHTTP", "TimeWalkAccess", "TimeWalkCommands", "TimeWalkEndpoint", "TimeWalk",
        arguments, logging,
      ],
      swiftSettings: built),
    // The example of the documentation, which sees no more than a package of others would;
    // Examples/Consumer is that package.
    .executableTarget(
      name: "Consumer", dependencies: ["TimeWalk"], path: "Examples/Consumer/Sources/Consumer",
      packageAccess: false, swiftSettings: strict),

    .target(
      // It writes photos of many megapixels.
      name: "TimeWalkTestSupport", dependencies: ["TimeWalkCore", "TimeWalkZip"],
      path: "Tests/TimeWalkTestSupport", swiftSettings: built),
    tests("TimeWalkCoreTests", ["TimeWalkCore"]),
    tests("TimeWalkCandidatesTests", ["TimeWalkCandidates", "TimeWalkCore"]),
    tests("TimeWalkMetadataTests", ["TimeWalkMetadata", "TimeWalkCore"]),
    // Its tests go over pixels, too.
    tests("TimeWalkImagingTests", ["TimeWalkImaging"], settings: built),
    tests("TimeWalkReadingTests", ["TimeWalkReading", "TimeWalkImaging"]),
    tests("TimeWalkJSONTests", ["TimeWalkJSON"]),
    tests("TimeWalkMapsTests", ["TimeWalkMaps", "TimeWalkCore", "TimeWalkJSON"]),
    tests("TimeWalkPlacesTests", ["TimeWalkPlaces", "TimeWalkArchive", "TimeWalkCore"]),
    tests(
      "TimeWalkArchiveTests",
      [
        "TimeWalkArchive", "TimeWalkCandidates", "TimeWalkCaptions", "TimeWalkCatalogue",
        "TimeWalkGeoPackage", "TimeWalkSpreadsheet", "TimeWalkSpatiaLite", "TimeWalkCore",
        "TimeWalkJSON",
        "TimeWalkMaps", "TimeWalkStorage", "TimeWalkTables", grdb,
      ]),
    // What every archive engine must do, on each of them; one lives with the tests.
    tests(
      "TimeWalkConformanceTests",
      [
        "TimeWalkArchive", "TimeWalkCandidates", "TimeWalkCatalogue", "TimeWalkPostGIS",
        "TimeWalkSpatiaLite", "TimeWalkTables", "TimeWalkCore",
      ], settings: built),
    tests("TimeWalkLibraryTests", ["TimeWalkLibrary", "TimeWalkCore", "TimeWalkTables", grdb]),
    tests("TimeWalkZipTests", ["TimeWalkZip"]),
    tests("TimeWalkDigestsTests", ["TimeWalkDigests"]),
    tests("TimeWalkWalksTests", ["TimeWalkWalks", "TimeWalkStorage", grdb]),
    tests("TimeWalkStorageTests", ["TimeWalkStorage", grdb]),
    tests("TimeWalkFetchTests", ["TimeWalkFetch"]),
    tests("TimeWalkObjectsTests", ["TimeWalkObjects"]),
    tests(
      "TimeWalkGatherTests",
      [
        "TimeWalkArchive", "TimeWalkGather", "TimeWalk", "TimeWalkCLI", "TimeWalkCore",
        "TimeWalkFetch",
        "TimeWalkJSON",
      ]),
    tests("TimeWalkTextTests", ["TimeWalkText"]),
    tests("TimeWalkThreadsTests", ["TimeWalkThreads"]),
    tests("CLoaderTests", ["CLoader"]),
    tests(
      "TimeWalkTests",
      [
        "TimeWalk", "TimeWalkCore", "TimeWalkArchive", "TimeWalkSpatiaLite", "TimeWalkMetadata",
        "TimeWalkImaging", "TimeWalkLibrary", "TimeWalkThreads",
      ]),
    tests(
      "TimeWalkPagesTests",
      ["TimeWalkPages", "TimeWalkCore", "TimeWalkMetadata", "TimeWalkText", "TimeWalkWire"]),
    tests("TimeWalkEndpointTests", ["TimeWalkEndpoint", "TimeWalk", logging]),
    tests(
      "TimeWalkHTTPTests",
      [
        "TimeWalkHTTP", "TimeWalkServe", "TimeWalkAccess", "TimeWalkCLI", "TimeWalkEndpoint",
        "TimeWalkJSON", "TimeWalk", "TimeWalkSite", "TimeWalkWalks",
        "TimeWalkDigests", .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    // Each command through the built program, as a user runs it.
    tests(
      "TimeWalkCommandsTests",
      [
        "TimeWalkCLI", "TimeWalkCore", "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkWalks",
      ]),
    tests(
      "IntegrationTests",
      [
        "TimeWalkCLI", "Consumer", "TimeWalk", "TimeWalkCore", "TimeWalkImaging",
        "TimeWalkMetadata", "TimeWalkReading", "TimeWalkArchive", "TimeWalkCatalogue",
        "TimeWalkSpatiaLite", grdb,
      ] + benchmark),
  ]
    + benchmarkTargets
    + [isFuzzed ? fuzzer : tests("FuzzTests", fuzzed, exclude: ["Fuzzer.swift"])],
  swiftLanguageModes: [.v6]
)
