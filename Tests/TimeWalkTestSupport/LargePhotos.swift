import Foundation

/// Photos as large as phones and cameras make them, made in a moment.
package enum LargePhotos {
  /// A HEIC of tiles of 512 x 512 pixels, as phones write them; 16 by 12 are 48 megapixels.
  package static func heic(columns: Int, rows: Int) -> [UInt8] {
    var builder = HEIFBuilder()
    let tiles = Array(1...columns * rows)
    for tile in tiles {
      builder.addCoded(
        tile, decoder: decoder, width: 512, height: 512, data: data, isHidden: true)
    }
    let grid = tiles.count + 1
    builder.addGrid(
      grid, columns: columns, of: tiles, width: 512 * columns, height: 512 * rows)
    return builder.bytes(primary: grid)
  }

  /// A slope of colours in HEVC, made with heif-enc.
  private static let decoder = decoded(
    """
    AAAAeWh2Y0MBA3AAAAAAAAAAAABa8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwBaugJAIQABACxCAQEDcAAAAwCQ
    AAADAAADAFqgBAIAgFlupJKa5uBAQMCAAAADAIAAAAMAhCIAAQAHRAHBcrBiQA==
    """)

  private static let data = decoded(
    """
    AAAEMygBrxkQIpY59gIF7eb3fD168XupyLI7NY7Y9QvDeVYBafsApvVnug8DKDHTpdNTlA/i6vVR1zBbfQL9WaGq96drWEpGPhyf
    kgjioiuJFRk54zPT7oiDYypFfMs/FlZfna3t5gH51ry0nQlZ1mKDySDcxKw76t9dnXw8lu8J+STjwBXQFoaTMaaRVfLamiihX06D
    Ofrcb3kFM3Fn1xQzDVPnJ16G+3mp8zI0YEbD0s7anSeg0c21rFy4IhHDV5CGEAIQIp8Ou9U296p2T6gU/jWo/g7XlaqX74lzBYQs
    8wPgKRAdR8wOI7uiZgwsZREcMMf7rRms/hGymS3AMaih51Ooi9r/mnkbfA5MGzkR6DHe7SuW+enLzw48koxSfITovIIqFFLFk0tx
    EaHAW5JX5ROJ3Mehsze+xLh+bC//gCz3Q3zUDP/+qBM/QbXSc40fANu+i1NuYY8AatDhGdony3EIch2wHvRmY8Da0/uoZIHWyM17
    3k5qaWVwl1vSX88b54HqXeaIG/ebG0g8fDegjXldzT1ZK1uANEozCCXQq3bpCNrovBRSPVp0GSWIabP8HqXDWn5Kx98FSzQN+RY5
    kPjXyave/XY2yIAnlCIceTLxY4dXovzkuX/vDbeEoA+B9E61zitarFHz16078AH36WBaF9rbUb2yfstWPwU8dEI9RbOao/sf71V0
    wuM6ZyMhAwDHTsrr8TdR6P/FWlZN2c53RVvEbRZ1FFnddugWfIwL0CpnFFUA3BHzadHZzV4ql1BlaPtuWSmkOF0Bo7tQ0VWanIjD
    CvSnru2C78E5jAi48GgInU+khsWV/hLnSPNuIr7pPk6slM+m1chyQpsAUc3cuCQcQW9mWGsy0IycHSK1uicZc6NhVTRYmmdazX3W
    I5kH0h/veocJoK1O8MSd2ww3CxoBmayUYMzlwoJ/HHQ8OpysdftwtuIa52mYOmuxVitrmP4h6buf6T2xWjcABAnLVROlfUQfmi3d
    /UiKTqc4Iw8KmR0cHHxK4E1dpYa6HO9zgbN+YCnyPNVevHYrHgeb/TABQNXgo1ItUQ2yevGrrs79saCvTonld6Y60uCCub+dIGUb
    WPl0gYS5dfKJ6HjP++XBKpK8X/GkY6faRryC+5R9DRJjOzxdT/czmGkG2ztbkWGN+qaWVMUsY1pMVT3rpQc70yukeMohs8wwNZGx
    ly5o4VGqu/0qUXUSy2sV2Buxatq23/K+IHh7/KJDRwsRDk8MFLrLhjJtmwDfyxAQ6cAwLiwERJaKihTxIfNO7B36BthIbtvL8a5i
    RKQPAFhaEN/wdqjgzbxHVBM2N2lpu3uYv2w+LlxASFJAIUe6+RksXZbtB+Kf1mlo15E0Ymtj7m2LJHPIq9AsjsYtPzDvd8Cn8d02
    7j7KBE4cUmEQt5assFejiC98osppw8D6qJByI9A=
    """)

  private static func decoded(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? []
  }
}
