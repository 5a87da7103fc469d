/**
 * Characters that would move the cursor of a terminal, break a line or turn the direction of the text: all controls
 * (C0, DEL and C1), the separators of lines and paragraphs, and the marks that override the direction.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Writes control characters as JSON escapes such as `\u001b`, so that a caller's text stays on its line. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escapeOf);
}

/** Escapes the control characters that JSON allows in its texts; the newline at the end of a log line stays. */
export function escapeJsonLine(line: string): string {
  return line.replace(CONTROLS, (character) => (character === "\n" ? "\n" : escapeOf(character)));
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
