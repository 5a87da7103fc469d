/** The columns of the list of runs that the reader has chosen, kept in the browser. */

import { signal } from "@preact/signals";

const NAME = "bourse.studio.run-columns";

/** Heads of the chosen columns; undefined where nobody chose: as many as the window has room for. */
export const keptColumns = signal(read());

export function keepColumns(heads: readonly string[] | undefined): void {
  keptColumns.value = heads;
  try {
    if (heads === undefined) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify(heads));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

function read(): readonly string[] | undefined {
  try {
    const heads: unknown = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return Array.isArray(heads) ? heads.filter((one) => typeof one === "string") : undefined;
  } catch {
    return undefined;
  }
}
