/**
 * The keys of all lists of a page: j and k go through the rows, Enter opens the chosen one, from anywhere on it. A list
 * is an element with `data-rows`, whose children are its rows and get the focus, or a grid that moves by itself.
 */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

import { addCommands, type Command } from "../model/commands.ts";

type Step = 1 | -1;

/** The rows of a grid, of which only those in sight are drawn. */
export interface GridKeys {
  readonly grid: RefObject<HTMLElement | null>;
  /** Chooses the next row or the one before; false where there is none. */
  readonly move: (by: Step) => boolean;
  /** Opens the chosen row. */
  readonly open: () => void;
}

const STOP = "main [data-rows] > :not(.gap), main [role=grid]";
const CONTROL = "button:enabled, input:enabled, select:enabled";

const group = "Rows";
const KEYS: readonly Command[] = [
  { label: "Next row", keys: "j", group, isKeyOnly: true, run: () => step(1) },
  { label: "Row before", keys: "k", group, isKeyOnly: true, run: () => step(-1) },
  { label: "Open the row", keys: "Enter", group, isKeyOnly: true, run: openRow },
];

let lists = 0;
let takeAway: (() => void) | undefined;
const grids = new WeakMap<Element, GridKeys>();
/** Stop that was chosen last: a click elsewhere takes the focus away from it, not its place. */
let last: HTMLElement | undefined;

/** Gives the page's lists their keys for as long as one of them is shown. */
export function useRowKeys(keys?: GridKeys): void {
  useLayoutEffect(() => {
    if (lists++ === 0) takeAway = addCommands(KEYS);
    return () => {
      if (--lists === 0) takeAway?.();
    };
  }, []);
  useLayoutEffect(() => {
    if (keys?.grid.current) grids.set(keys.grid.current, keys);
  });
}

function step(by: Step): void {
  const stops = [...document.querySelectorAll<HTMLElement>(STOP)];
  const now = chosenStop();
  if (now !== undefined && grids.get(now)?.move(by) === true) return now.focus();
  const at = now === undefined ? startOf(stops) : stops.indexOf(now) + by;
  const next = stops[now === undefined ? at : Math.max(0, Math.min(stops.length - 1, at))];
  if (next === undefined || next === now) return;
  last = next;
  const grid = grids.get(next);
  if (grid === undefined) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (grid === undefined) next.scrollIntoView({ block: "nearest" });
  else grid.move(by);
}

/** A list in which a row is chosen already, else the first one. */
function startOf(stops: readonly HTMLElement[]): number {
  const chosen = stops.findIndex((stop) => stop.querySelector("[aria-selected=true]") !== null);
  return Math.max(0, chosen);
}

function chosenStop(): HTMLElement | undefined {
  const stop = document.activeElement?.closest(STOP) ?? last;
  return stop instanceof HTMLElement && stop.isConnected ? stop : undefined;
}

/** Opens what the row stands for; a row that opens nothing hands the focus to its first control. */
function openRow(): void {
  const row = chosenStop() ?? document.querySelector("main [role=grid]");
  if (row === null) return;
  const grid = grids.get(row);
  if (grid !== undefined) return grid.open();
  const opener = row.querySelector("[data-open]") ?? row.querySelector("a[href]");
  if (opener instanceof HTMLElement) opener.click();
  else row.querySelector<HTMLElement>(CONTROL)?.focus();
}
