// The photos of all pages in IndexedDB, until the server has them. Their data and their bytes are
// separate, so lists read no pictures. When `add` resolves, the photo is on the disk. A photo's
// `roll` is its event and guest; photos without one go to the library.

const NAME = "timewalk-photos";
/** Tabs tell each other of their changes. */
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;
/** Another tab changed photos; `work` gets the photo that it removed after it was sent. */
export const heard = (work) => tabs?.addEventListener("message", ({ data }) => work(data));
/** Photos with their bytes that can't be stored: they last as long as the page. */
const loose = new Map();
let isLoose = false;
let opened = null;

const open = () =>
  (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("photos", { keyPath: "id" });
      request.result.createObjectStore("bytes", { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = null;
      reject(request.error);
    };
  }));

/** Runs one transaction, and resolves once it is stored. */
const change = async (mode, work, news = null) => {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["photos", "bytes"], mode, { durability: "strict" });
    let result;
    transaction.oncomplete = () => {
      if (mode === "readwrite") tabs?.postMessage(news);
      resolve(result);
    };
    transaction.onabort = transaction.onerror = () => reject(transaction.error || new DOMException("not kept", "AbortError"));
    work(transaction, (value) => (result = value));
  });
};

/** A name for a new photo; names sort by time. */
export const newID = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** Stores a photo with its bytes: `{whole}` or `{framed}` or both. */
export const add = (photo, bytes) =>
  change("readwrite", (transaction) => {
    transaction.objectStore("photos").put(photo);
    transaction.objectStore("bytes").put({ ...bytes, id: photo.id });
  });

/** Has a photo in this page only, where the browser can't store it. */
export const hold = (photo, bytes) => {
  isLoose = true;
  loose.set(photo.id, { photo, bytes });
};

/** Changes a photo's data; a removed photo isn't restored. */
export const update = async (id, changes) => {
  const held = loose.get(id);
  if (held) return (held.photo = { ...held.photo, ...changes });
  return change("readwrite", (transaction, done) => {
    const photos = transaction.objectStore("photos");
    photos.get(id).onsuccess = ({ target }) => {
      if (!target.result) return;
      const photo = { ...target.result, ...changes };
      photos.put(photo);
      done(photo);
    };
  });
};

export const keepBytes = async (id, bytes) =>
  change("readwrite", (transaction) => {
    const store = transaction.objectStore("bytes");
    store.get(id).onsuccess = ({ target }) => target.result && store.put({ ...target.result, ...bytes });
  });

export const bytesOf = async (id) =>
  loose.get(id)?.bytes ?? change("readonly", (transaction, done) => {
    transaction.objectStore("bytes").get(id).onsuccess = ({ target }) => done(target.result);
  });

const stored = () =>
  change("readonly", (transaction, done) => {
    transaction.objectStore("photos").getAll().onsuccess = ({ target }) => done(target.result);
  });

/** All photos with this destination, the oldest first. */
export const all = async (roll = null) => {
  const held = [...loose.values()].map(({ photo }) => photo);
  const known = await stored().catch((error) => {
    if (!isLoose) throw error;
    return [];
  });
  return [...known, ...held].filter((photo) => (photo.roll ?? null) === roll).sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** Removes a photo; other tabs get it with its answer if it was sent. */
export const remove = async (id, sent = null) => {
  if (loose.delete(id)) return undefined;
  return change("readwrite", (transaction) => {
    transaction.objectStore("photos").delete(id);
    transaction.objectStore("bytes").delete(id);
  }, sent);
};

/** The age from which photos of events are rejected, milliseconds: events last 30 days at most. */
const LATEST = 32 * 86400000;
/** Removes photos that are too old for any event. */
export const removeOld = async () => {
  for (const { id, roll, taken } of await stored()) if (roll && Date.now() - Date.parse(taken) > LATEST) await remove(id);
};

/** Removes everything. */
export const removeAll = () =>
  change("readwrite", (transaction) => {
    transaction.objectStore("photos").clear();
    transaction.objectStore("bytes").clear();
  });
