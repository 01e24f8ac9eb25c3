// Tells the server of faults of this page: what the browser said, and the page's path. The server
// cleans both of what may be somebody's. A few for each page; whoever has no network tells nothing.
let left = 5;
const told = new Set();

const tell = (fault) => {
  const words = String(fault?.message || fault || "").slice(0, 500);
  if (!words || left === 0 || told.has(words)) return;
  told.add(words);
  left -= 1;
  fetch("/v1/faults", {
    method: "POST", keepalive: true, headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: words, page: location.pathname.slice(0, 500) }),
  }).catch(() => {
    // There is nobody to tell.
  });
};

addEventListener("error", (event) => tell(event.error || event.message));
addEventListener("unhandledrejection", (event) => tell(event.reason));
