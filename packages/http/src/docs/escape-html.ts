/** Writes a text so that HTML shows it as it is, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  return text.replace(/[&<>"]/g, (sign) => `&${names[sign]};`);
}
