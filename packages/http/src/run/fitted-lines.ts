/** Cuts a text between words into lines of at most `width` columns; a longer word has a line of its own. */
export function fittedLines(text: string, width: number): readonly string[] {
  const lines = text.replaceAll(new RegExp(`(.{1,${width}})(?: +|$)`, "gm"), "$1\n");
  return lines.trimEnd().split(/\n+/);
}
