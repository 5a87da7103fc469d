/** HTML as values: whatever is put into the template is escaped, unless it is HTML already. */

/** A piece of HTML that is safe to put into another. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Part[] | undefined;

/** Text and numbers are escaped for elements and for quoted attributes; lists are joined; undefined is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let out = texts[0] ?? "";
  for (const [index, part] of parts.entries()) out += render(part) + (texts[index + 1] ?? "");
  return { html: out };
}

function render(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(render).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? "");
}
