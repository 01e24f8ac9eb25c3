// Shares a photo's page with the system's dialog.

const share = document.getElementById("share");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: location.href });
    } catch {
      // The user closed the dialog: nothing is shared.
    }
  });
}
