// Shares or copies a text of the page. Without this script, the text can be selected and copied.

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-copy-text], [data-share-text]");
for (const button of buttons) {
  button.hidden = "shareText" in button.dataset && !navigator.share;
  button.addEventListener("click", () => send(button));
}

async function send(button) {
  /** @type {HTMLTextAreaElement} */
  const field = document.getElementById(button.dataset.copyText ?? button.dataset.shareText);
  if (button.dataset.shareText) {
    await navigator.share({ text: field.value }).catch(() => {});
    return;
  }
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without TLS there is no clipboard
  }
  button.textContent = button.dataset.done;
}
