// News of an event: one connection for all pages of a browser that show it. A browser opens at most
// six connections to a server. The pages choose one of them by a lock; it listens, and hands on to
// the others what it hears. Locks need HTTPS: without them each page listens for itself.

/** How long after an answer that was no stream the server is asked again, milliseconds; each time
    twice as long, up to the most. */
const PATIENCE = 5000;
const MOST_PATIENCE = 300000;

export class News {
  /**
   * @param event the event's id.
   * @param heard called with `open` when news may have been missed before, with `state` and where
   *   the event is in its time, with `picture` and with `event`, and what was told.
   * @param isAlways whether it listens also while nobody looks at the page.
   */
  constructor(event, heard, isAlways = false) {
    this.name = `timewalk-news-${event}`;
    this.address = `/v1/events/${event}/stream`;
    this.heard = heard;
    const follow = () => (isAlways || document.visibilityState === "visible" ? this.start() : this.end());
    document.addEventListener("visibilitychange", follow);
    addEventListener("pagehide", () => this.end());
    addEventListener("pageshow", follow);
    follow();
  }

  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.patience = PATIENCE;
    if (!navigator.locks || !globalThis.BroadcastChannel) return this.connect();
    this.channel = new BroadcastChannel(this.name);
    this.channel.onmessage = ({ data }) => this.heard(data.kind, data.told);
    // Another page may listen already: what it told before this one was there is asked for.
    this.heard("open");
    this.waiting = new AbortController();
    navigator.locks.request(this.name, { signal: this.waiting.signal }, () => new Promise((done) => {
      this.release = done;
      if (this.isOn) this.connect();
      else done();
    })).catch(() => {
      // The page went before its turn came.
    });
  }

  connect() {
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("open", () => (this.patience = PATIENCE));
    for (const kind of ["open", "state", "picture", "event"]) {
      source.addEventListener(kind, (event) => {
        const told = event.data ? JSON.parse(event.data) : undefined;
        this.channel?.postMessage({ kind, told });
        this.heard(kind, told);
      });
    }
    source.addEventListener("error", () => {
      // A browser gives up after an answer that is no stream; the server may only be busy.
      if (source.readyState !== EventSource.CLOSED) return;
      this.timer = setTimeout(() => this.connect(), this.patience);
      this.patience = Math.min(2 * this.patience, MOST_PATIENCE);
    });
  }

  end() {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.timer);
    this.source?.close();
    this.channel?.close();
    this.waiting?.abort();
    this.release?.();
    this.source = this.channel = this.waiting = this.release = undefined;
  }
}
