/**
 * Route of the page that is shown: the part of the address behind `#`, so that every page can be linked to and gone
 * back from.
 */

import { signal } from "@preact/signals";

export const PAGES = ["overview", "tokens", "data", "compliance", "network", "events"] as const;
export type PageName = (typeof PAGES)[number];

export const page = signal<PageName>(pageOf(location.hash));

addEventListener("hashchange", () => {
  page.value = pageOf(location.hash);
});

function pageOf(hash: string): PageName {
  const name = hash.replace(/^#\/?/u, "");
  return PAGES.find((known) => known === name) ?? "overview";
}
