// Shares a photo's page by the system's own dialog.

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
