// The photos of the camera page in IndexedDB. Their data and their bytes are separate, so lists
// read no pictures. When `add` resolves, the photo is on the disk.
import { roll } from "./camera-event.js";

const NAME = "timewalk-camera";
/** Tabs tell each other of their changes. */
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;
export const heard = (work) => tabs?.addEventListener("message", work);
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
const change = async (mode, work) => {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["photos", "bytes"], mode, { durability: "strict" });
    let result;
    transaction.oncomplete = () => {
      if (mode === "readwrite") tabs?.postMessage("changed");
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
    transaction.objectStore("photos").put(roll ? { ...photo, roll } : photo);
    transaction.objectStore("bytes").put({ ...bytes, id: photo.id });
  });

/** Changes a photo's data; a removed photo isn't restored. */
export const update = (id, changes) =>
  change("readwrite", (transaction, done) => {
    const photos = transaction.objectStore("photos");
    photos.get(id).onsuccess = ({ target }) => {
      if (!target.result) return;
      const photo = { ...target.result, ...changes };
      photos.put(photo);
      done(photo);
    };
  });

export const keepBytes = (id, bytes) =>
  change("readwrite", (transaction) => {
    const store = transaction.objectStore("bytes");
    store.get(id).onsuccess = ({ target }) => target.result && store.put({ ...target.result, ...bytes });
  });

export const bytesOf = (id) =>
  change("readonly", (transaction, done) => {
    transaction.objectStore("bytes").get(id).onsuccess = ({ target }) => done(target.result);
  });

/** All photos with this page's destination, the oldest first. */
export const all = () =>
  change("readonly", (transaction, done) => {
    transaction.objectStore("photos").getAll().onsuccess = ({ target }) => done(target.result.filter((photo) => (photo.roll ?? null) === roll).sort((a, b) => (a.id < b.id ? -1 : 1)));
  });

export const remove = (id) =>
  change("readwrite", (transaction) => {
    transaction.objectStore("photos").delete(id);
    transaction.objectStore("bytes").delete(id);
  });

/** Removes everything. */
export const removeAll = () =>
  change("readwrite", (transaction) => {
    transaction.objectStore("photos").clear();
    transaction.objectStore("bytes").clear();
  });
