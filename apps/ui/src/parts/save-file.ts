/** The browser reads a file in its own time. */
const KEPT_MILLISECONDS = 60_000;

/** Saves a text as a file of the person's downloads. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MILLISECONDS);
}
