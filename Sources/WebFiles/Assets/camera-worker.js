// The service worker. It stores the camera page and its parts for use without a network, shows
// answered photos again, and accepts photos shared by other apps. The server lists the stored
// files, in `parts` before the first line.
const CACHE = `timewalk-parts-${parts.version}`;
const SEEN = "timewalk-seen";
const PAGE = "/camera";
/** The camera of an event, and its viewfinder's parts. */
const EVENT_CAMERA = /^\/events\/[\w-]+\/(camera$|stops\/)/;
/** The time after which the stored copy is shown instead of the network's, milliseconds. */
const PATIENCE = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(parts.addresses);
      const page = await fetch(PAGE, { headers: { Accept: "text/html" } });
      if (page.ok) await cache.put(PAGE, page);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("timewalk-parts-") && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

/** The stored files of an event's camera are removed when the server no longer has it. */
const ofEvent = async (request, key) => {
  const answer = await fresh(request, CACHE, key, () => true);
  if (answer.type === "opaqueredirect" || [401, 403, 404].includes(answer.status)) await forget(key);
  return answer;
};
const forget = async (key) => (await caches.open(CACHE)).delete(key, { ignoreVary: true });

/** Deleted photos leave no page behind. */
const forgetPhotos = async (ids) => {
  const cache = await caches.open(SEEN);
  for (const request of await cache.keys()) {
    const id = new URL(request.url).pathname.split("/photos/")[1]?.split("/")[0];
    if (ids.includes(id)) await cache.delete(request, { ignoreVary: true });
  }
};

/** An event opened without a network leads to its camera, if that is stored. */
const camera = async (request, address) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(`${address}/camera`, { ignoreVary: true });
    if (!kept) throw error;
    return Response.redirect(`${address}/camera`);
  }
};

/** From the network, or from the store if that fails or takes too long. */
const fresh = async (request, name, key, mayKeep) => {
  const cache = await caches.open(name);
  const kept = await cache.match(key, { ignoreVary: true, ignoreSearch: key === PAGE });
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.ok && mayKeep(kept)) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

/** Photos shared by another app wait in a cache until the page takes them. */
const shared = async (request) => {
  const form = await request.formData();
  const cache = await caches.open("timewalk-shared");
  let number = 0;
  for (const file of form.getAll("photo")) {
    if (typeof file === "string") continue;
    await cache.put(`/camera/shared/${Date.now()}-${number++}`, new Response(file, { headers: { "X-Name": encodeURIComponent(file.name) } }));
  }
  return Response.redirect("/camera?shared=1", 303);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.method === "POST" && address.pathname === "/camera/share") {
    event.respondWith(shared(request));
  } else if (request.method === "POST" && /^\/events\/[\w-]+\/(leave|erase)$/.test(address.pathname)) {
    // After signing out, no page stays behind.
    event.waitUntil(forget(address.pathname.replace(/\w+$/, "camera")));
  } else if (request.method === "POST" && /^\/photos\/[\w-]+\/delete$/.test(address.pathname)) {
    event.waitUntil(forgetPhotos([address.pathname.split("/")[2]]));
  } else if (request.method === "POST" && address.pathname === "/library/delete") {
    event.waitUntil(request.clone().formData().then((form) => forgetPhotos([...form.keys()])));
  } else if (request.method !== "GET") {
    return;
  } else if (EVENT_CAMERA.test(address.pathname)) {
    event.respondWith(ofEvent(request, address.pathname));
  } else if (request.mode === "navigate" && /^\/events\/[\w-]+$/.test(address.pathname)) {
    event.respondWith(camera(request, address.pathname));
  } else if (address.pathname === PAGE) {
    event.respondWith(fresh(request, CACHE, PAGE, () => true));
  } else if (address.pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept || fetch(request)));
  } else if (/^\/(v1\/)?photos\/[\w-]+/.test(address.pathname)) {
    // Only pages that the camera page stored are renewed.
    event.respondWith(fresh(request, SEEN, address.pathname, Boolean));
  }
});
