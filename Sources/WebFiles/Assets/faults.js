// Reports this page's errors to the server: the browser's message, and the page's path. The server
// removes personal data from both. Only a few are sent for each page, and none without a network.
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
    // The report is dropped.
  });
};

addEventListener("error", (event) => tell(event.error || event.message));
addEventListener("unhandledrejection", (event) => tell(event.reason));
