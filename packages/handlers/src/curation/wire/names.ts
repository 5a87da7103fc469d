/** Names of the core's members in the wire's spelling. */

/** `questionText` as `question_text`; a path with dots too. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
