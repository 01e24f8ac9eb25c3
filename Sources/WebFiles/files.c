// The files are in the program itself, which finds them wherever it lies.
#include "WebFiles.h"

// `#embed` is of C23; clang knows it in all C, and builds anew when a file changes.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char homeCard[] = {
#embed "Assets/home-card.jpg"
}, homeNow640[] = {
#embed "Assets/home-now-640.jpg"
}, homeNow1280[] = {
#embed "Assets/home-now-1280.jpg"
}, homeThen640[] = {
#embed "Assets/home-then-640.jpg"
}, homeThen1280[] = {
#embed "Assets/home-then-1280.jpg"
};

// Each text ends with a 0, because none is empty or contains one.
static const twp_file all[] = {
  {"Assets/answer.js", (const char[]){
#embed "Assets/answer.js" suffix(, 0)
  }}, {"Assets/camera-dark.js", (const char[]){
#embed "Assets/camera-dark.js" suffix(, 0)
  }}, {"Assets/camera-event.js", (const char[]){
#embed "Assets/camera-event.js" suffix(, 0)
  }}, {"Assets/camera-eye.js", (const char[]){
#embed "Assets/camera-eye.js" suffix(, 0)
  }}, {"Assets/camera-ghost.js", (const char[]){
#embed "Assets/camera-ghost.js" suffix(, 0)
  }}, {"Assets/camera-lens.js", (const char[]){
#embed "Assets/camera-lens.js" suffix(, 0)
  }}, {"Assets/camera-list.js", (const char[]){
#embed "Assets/camera-list.js" suffix(, 0)
  }}, {"Assets/camera-many.js", (const char[]){
#embed "Assets/camera-many.js" suffix(, 0)
  }}, {"Assets/camera-place.js", (const char[]){
#embed "Assets/camera-place.js" suffix(, 0)
  }}, {"Assets/camera-pose.js", (const char[]){
#embed "Assets/camera-pose.js" suffix(, 0)
  }}, {"Assets/camera-pro.js", (const char[]){
#embed "Assets/camera-pro.js" suffix(, 0)
  }}, {"Assets/camera-queue.js", (const char[]){
#embed "Assets/camera-queue.js" suffix(, 0)
  }}, {"Assets/camera-settings.js", (const char[]){
#embed "Assets/camera-settings.js" suffix(, 0)
  }}, {"Assets/camera-worker.js", (const char[]){
#embed "Assets/camera-worker.js" suffix(, 0)
  }}, {"Assets/camera.css", (const char[]){
#embed "Assets/camera.css" suffix(, 0)
  }}, {"Assets/camera.js", (const char[]){
#embed "Assets/camera.js" suffix(, 0)
  }}, {"Assets/camera.webmanifest", (const char[]){
#embed "Assets/camera.webmanifest" suffix(, 0)
  }}, {"Assets/coast.js", (const char[]){
#embed "Assets/coast.js" suffix(, 0)
  }}, {"Assets/event-gallery.js", (const char[]){
#embed "Assets/event-gallery.js" suffix(, 0)
  }}, {"Assets/event-news.js", (const char[]){
#embed "Assets/event-news.js" suffix(, 0)
  }}, {"Assets/event.css", (const char[]){
#embed "Assets/event.css" suffix(, 0)
  }}, {"Assets/event.js", (const char[]){
#embed "Assets/event.js" suffix(, 0)
  }}, {"Assets/faults.js", (const char[]){
#embed "Assets/faults.js" suffix(, 0)
  }}, {"Assets/gallery.css", (const char[]){
#embed "Assets/gallery.css" suffix(, 0)
  }}, {"Assets/ground-moves.js", (const char[]){
#embed "Assets/ground-moves.js" suffix(, 0)
  }}, {"Assets/ground.js", (const char[]){
#embed "Assets/ground.js" suffix(, 0)
  }},
  {"Assets/home-card.jpg", (const char *)homeCard, sizeof homeCard},
  {"Assets/home-now-1280.jpg", (const char *)homeNow1280, sizeof homeNow1280},
  {"Assets/home-now-640.jpg", (const char *)homeNow640, sizeof homeNow640},
  {"Assets/home-then-1280.jpg", (const char *)homeThen1280, sizeof homeThen1280},
  {"Assets/home-then-640.jpg", (const char *)homeThen640, sizeof homeThen640},
  {"Assets/home.css", (const char[]){
#embed "Assets/home.css" suffix(, 0)
  }}, {"Assets/home.js", (const char[]){
#embed "Assets/home.js" suffix(, 0)
  }}, {"Assets/icon.svg", (const char[]){
#embed "Assets/icon.svg" suffix(, 0)
  }}, {"Assets/item.js", (const char[]){
#embed "Assets/item.js" suffix(, 0)
  }}, {"Assets/library.js", (const char[]){
#embed "Assets/library.js" suffix(, 0)
  }}, {"Assets/map-groups.js", (const char[]){
#embed "Assets/map-groups.js" suffix(, 0)
  }}, {"Assets/map-list.js", (const char[]){
#embed "Assets/map-list.js" suffix(, 0)
  }}, {"Assets/map-picture.js", (const char[]){
#embed "Assets/map-picture.js" suffix(, 0)
  }}, {"Assets/map-years.js", (const char[]){
#embed "Assets/map-years.js" suffix(, 0)
  }}, {"Assets/map.js", (const char[]){
#embed "Assets/map.js" suffix(, 0)
  }}, {"Assets/photo-store.js", (const char[]){
#embed "Assets/photo-store.js" suffix(, 0)
  }}, {"Assets/photo.js", (const char[]){
#embed "Assets/photo.js" suffix(, 0)
  }}, {"Assets/old-map.js", (const char[]){
#embed "Assets/old-map.js" suffix(, 0)
  }}, {"Assets/place.js", (const char[]){
#embed "Assets/place.js" suffix(, 0)
  }}, {"Assets/select.js", (const char[]){
#embed "Assets/select.js" suffix(, 0)
  }}, {"Assets/sender-lines.js", (const char[]){
#embed "Assets/sender-lines.js" suffix(, 0)
  }}, {"Assets/sender.js", (const char[]){
#embed "Assets/sender.js" suffix(, 0)
  }}, {"Assets/site.css", (const char[]){
#embed "Assets/site.css" suffix(, 0)
  }}, {"Assets/text.js", (const char[]){
#embed "Assets/text.js" suffix(, 0)
  }}, {"Assets/turn.js", (const char[]){
#embed "Assets/turn.js" suffix(, 0)
  }}, {"Assets/viewer.js", (const char[]){
#embed "Assets/viewer.js" suffix(, 0)
  }}, {"Assets/wall.js", (const char[]){
#embed "Assets/wall.js" suffix(, 0)
  }}, {"Templates/camera.mustache", (const char[]){
#embed "Templates/camera.mustache" suffix(, 0)
  }}, {"Templates/era.mustache", (const char[]){
#embed "Templates/era.mustache" suffix(, 0)
  }}, {"Templates/event.mustache", (const char[]){
#embed "Templates/event.mustache" suffix(, 0)
  }}, {"Templates/eventAlbum.mustache", (const char[]){
#embed "Templates/eventAlbum.mustache" suffix(, 0)
  }}, {"Templates/eventCards.mustache", (const char[]){
#embed "Templates/eventCards.mustache" suffix(, 0)
  }}, {"Templates/eventChange.mustache", (const char[]){
#embed "Templates/eventChange.mustache" suffix(, 0)
  }}, {"Templates/eventFilms.mustache", (const char[]){
#embed "Templates/eventFilms.mustache" suffix(, 0)
  }}, {"Templates/eventForm.mustache", (const char[]){
#embed "Templates/eventForm.mustache" suffix(, 0)
  }}, {"Templates/eventHelp.mustache", (const char[]){
#embed "Templates/eventHelp.mustache" suffix(, 0)
  }}, {"Templates/eventJoin.mustache", (const char[]){
#embed "Templates/eventJoin.mustache" suffix(, 0)
  }}, {"Templates/eventMe.mustache", (const char[]){
#embed "Templates/eventMe.mustache" suffix(, 0)
  }}, {"Templates/eventNotice.mustache", (const char[]){
#embed "Templates/eventNotice.mustache" suffix(, 0)
  }}, {"Templates/eventOrganise.mustache", (const char[]){
#embed "Templates/eventOrganise.mustache" suffix(, 0)
  }}, {"Templates/eventPicture.mustache", (const char[]){
#embed "Templates/eventPicture.mustache" suffix(, 0)
  }}, {"Templates/eventStops.mustache", (const char[]){
#embed "Templates/eventStops.mustache" suffix(, 0)
  }}, {"Templates/eventWall.mustache", (const char[]){
#embed "Templates/eventWall.mustache" suffix(, 0)
  }}, {"Templates/events.mustache", (const char[]){
#embed "Templates/events.mustache" suffix(, 0)
  }}, {"Templates/fault.mustache", (const char[]){
#embed "Templates/fault.mustache" suffix(, 0)
  }}, {"Templates/frame.mustache", (const char[]){
#embed "Templates/frame.mustache" suffix(, 0)
  }}, {"Templates/home.mustache", (const char[]){
#embed "Templates/home.mustache" suffix(, 0)
  }}, {"Templates/item.mustache", (const char[]){
#embed "Templates/item.mustache" suffix(, 0)
  }}, {"Templates/items.mustache", (const char[]){
#embed "Templates/items.mustache" suffix(, 0)
  }}, {"Templates/library.mustache", (const char[]){
#embed "Templates/library.mustache" suffix(, 0)
  }}, {"Templates/map.mustache", (const char[]){
#embed "Templates/map.mustache" suffix(, 0)
  }}, {"Templates/photo.mustache", (const char[]){
#embed "Templates/photo.mustache" suffix(, 0)
  }}, {"Templates/place.mustache", (const char[]){
#embed "Templates/place.mustache" suffix(, 0)
  }}, {"Templates/review.mustache", (const char[]){
#embed "Templates/review.mustache" suffix(, 0)
  }}, {"Templates/shared.mustache", (const char[]){
#embed "Templates/shared.mustache" suffix(, 0)
  }}, {"Texts/de.json", (const char[]){
#embed "Texts/de.json" suffix(, 0)
  }}, {"Texts/es.json", (const char[]){
#embed "Texts/es.json" suffix(, 0)
  }}, {"Texts/fr.json", (const char[]){
#embed "Texts/fr.json" suffix(, 0)
  }},
};

const twp_file *twp_files(size_t *count) {
  *count = sizeof all / sizeof *all;
  return all;
}
