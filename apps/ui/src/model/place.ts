/**
 * The place that is shown, kept in the address: every state of a page can be linked to, reloaded and gone back from.
 */

import { signal, type ReadonlySignal } from "@preact/signals";

import { formatPlace, parsePlace, type Place } from "./place-text.ts";

const current = signal<Place>(parsePlace(location.hash));

/** Follows the address. */
export const place: ReadonlySignal<Place> = current;

addEventListener("hashchange", () => {
  current.value = parsePlace(location.hash);
});

/** Goes to a page, as a click on a link would: `go(["runs", id], { tab: "trades" })`. */
export function go(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): void {
  location.hash = formatPlace(path, query);
}

/** Changes parameters of the place without a step in the history; undefined and "" take one away. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const { page, rest, query } = current.value;
  const hash = formatPlace([page, ...rest], { ...query, ...changes });
  history.replaceState(history.state, "", hash);
  current.value = parsePlace(hash);
}

/** A parameter of the place as a value and its setter; `fallback` is what its absence means. */
export function useQuery(name: string, fallback = ""): [string, (value: string) => void] {
  const value = current.value.query[name] ?? fallback;
  return [value, (next) => setQuery({ [name]: next === fallback ? undefined : next })];
}
