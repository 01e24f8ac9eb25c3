// News of an event: one connection for all pages of a browser that show it. A browser opens at most
// six connections to a server. A lock chooses one page, which listens and passes news to the
// others. Locks need HTTPS: without them each page listens for itself.

/**
 * The time until the next request after an answer that isn't a stream, milliseconds. It doubles
 * each time, up to the limit.
 */
const PATIENCE = 5000;
const MOST_PATIENCE = 300000;

export class News {
  /**
   * @param event the event's id.
   * @param heard called with the kind of news, and its data. `open` means that earlier news may be
   * missing; the others are `state`, `picture` and `event`.
   * @param isAlways true to listen also while the page is hidden.
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
    // Another page may listen already: its earlier news is requested.
    this.heard("open");
    this.waiting = new AbortController();
    navigator.locks.request(this.name, { signal: this.waiting.signal }, () => new Promise((done) => {
      this.release = done;
      if (this.isOn) this.connect();
      else done();
    })).catch(() => {
      // The page was closed before its turn.
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
      // A browser gives up after an answer that isn't a stream; the server may only be busy.
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
