// Shares a photo's page by the system's own dialog, and follows a photo that is worked on.
import { step, text } from "./text.js";

const share = document.getElementById("share");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: location.href });
    } catch {
      // Whoever closes the dialog shares nothing.
    }
  });
}

const waiting = document.querySelector(".waiting");
if (waiting) {
  const bar = waiting.querySelector("progress");
  const said = document.getElementById("step");
  const token = waiting.dataset.token;
  const events = new EventSource(`/v1/events?progressToken=${encodeURIComponent(token)}`);
  let timer = 0;
  // The server says by an event or, where events don't come through, by the page itself.
  const again = () => {
    events.close();
    clearInterval(timer);
    location.reload();
  };
  events.addEventListener("progress", (event) => {
    const state = JSON.parse(event.data);
    if (state.state === "step") {
      bar.value = state.number;
      said.textContent = step(state);
    }
    if (state.state === "done" || state.state === "failed") again();
  });
  timer = setInterval(async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer && (answer.redirected || !answer.ok)) again();
  }, 5000);
}
