// Written by RecordedPictureTests.
let recordedPictures: [String: String] = [:]
