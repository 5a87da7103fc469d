/** The reader's choice whether single keys do anything (WCAG 2.2, 2.1.4): speech input types letters by accident. */

import { signal } from "@preact/signals";

const NAME = "bourse.single-keys";

export const singleKeys = signal(read() !== "off");

export function setSingleKeys(on: boolean): void {
  singleKeys.value = on;
  try {
    localStorage.setItem(NAME, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
