import TimeWalk

let pipeline = try Pipeline(
  places: StorePaths(archive: "archive.sqlite", library: "library"), forPhotos: true)
let answer = try pipeline.submit(SubmitRequest(photo: .file(path: "photo.jpg")))
for match in answer.matches {
  print(match.confidence, match.title, match.reason)
}

var pose = GivenPose()
pose.latitude = 40.75358
pose.longitude = -73.98084
pose.heading = 29
pose.headingReference = "true"
let reader = try Pipeline(places: StorePaths(archive: "archive.sqlite"), forPhotos: false)
let views = try reader.match(MatchRequest(pose: pose, era: "1890/1930"))
print(views.timeline.map(\.title), views.noMatch)
