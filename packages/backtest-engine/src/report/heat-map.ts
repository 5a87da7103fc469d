/** A sweep as a table: two parameters across and down, the best of the others in each cell. */

import { html, type Html } from "../html.ts";
import type { SweptGrid, SweptPoint } from "./reported-run.ts";
import { shaded, wide } from "./tables.ts";
import { decimal, spaced } from "./words.ts";

type Value = string | number | boolean;

/** Rows and columns at most; a larger grid shows its best part. */
const SIDE = 40;

/** Nothing when no parameter varies. */
export function heatMap({ metric, points, better = "higher" }: SweptGrid): Html | undefined {
  const names = varying(points);
  const [across, below] = names;
  if (across === undefined) return undefined;
  const isBetter = comparing(better === "lower" ? -1 : 1);
  const best = bestOf(points, isBetter);
  const columns = valuesOf(points, across, best);
  const rows = below === undefined ? [undefined] : valuesOf(points, below, best);
  const depth = depthOf(points);
  const cells = new Map<string, SweptPoint>();
  for (const point of points) {
    const key = keyOf(point.parameters[across], below && point.parameters[below]);
    const held = cells.get(key);
    if (held === undefined || isBetter(point, held)) cells.set(key, point);
  }
  const label = `${spaced(metric)} by ${names.slice(0, 2).map(spaced).join(" and ")}`;
  return html`<section>
    <h2>Sweep: ${label}</h2>
    ${best === undefined ? undefined : html`<p>Best: ${wordsOf(best)}.</p>`}
    ${
      names.length > 2
        ? html`<p>Each cell shows the best over ${names.slice(2).map(spaced).join(", ")}.</p>`
        : undefined
    }
    ${wide(
      label,
      html`<table class="heat">
        <thead>
          <tr>
            <th scope="col">
              ${below === undefined ? "" : `${spaced(below)} ↓ `}${spaced(across)} →
            </th>
            ${columns.map((value) => html`<th scope="col">${String(value)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">${row === undefined ? spaced(metric) : String(row)}</th>
                ${columns.map((column) =>
                  shaded(cells.get(keyOf(column, row))?.value ?? null, depth, decimal),
                )}
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}

/** Depth of a value's background colour: measured from 0 where signs differ, else from the value nearest to 0. */
function depthOf(points: readonly SweptPoint[]): (value: number) => number {
  let [lowest, highest, smallest, most] = [Infinity, -Infinity, Infinity, 0];
  for (const { value } of points) {
    if (value === null) continue;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    smallest = Math.min(smallest, Math.abs(value));
    most = Math.max(most, Math.abs(value));
  }
  const least = lowest < 0 && highest > 0 ? 0 : smallest;
  return (value) => (most > least ? (Math.abs(value) - least) / (most - least) : 0);
}

function varying(points: readonly SweptPoint[]): string[] {
  const names = new Set(points.flatMap(({ parameters }) => Object.keys(parameters)));
  return [...names].filter(
    (name) => new Set(points.map(({ parameters }) => parameters[name])).size > 1,
  );
}

type IsBetter = (one: SweptPoint, other: SweptPoint) => boolean;

function bestOf(points: readonly SweptPoint[], isBetter: IsBetter): SweptPoint | undefined {
  let best: SweptPoint | undefined;
  for (const point of points) if (best === undefined || isBetter(point, best)) best = point;
  return best;
}

function comparing(sign: 1 | -1): IsBetter {
  return (one, other) =>
    one.value !== null && (other.value === null || sign * one.value > sign * other.value);
}

/** The values of a parameter in their order; of too many, those around the best. */
function valuesOf(
  points: readonly SweptPoint[],
  name: string,
  best: SweptPoint | undefined,
): Value[] {
  const values = [...new Set(points.map(({ parameters }) => parameters[name]))]
    .filter((value) => value !== undefined)
    .toSorted((a, b) =>
      typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
    );
  const middle = values.indexOf(best?.parameters[name] ?? 0);
  const from = Math.max(0, Math.min(middle - SIDE / 2, values.length - SIDE));
  return values.slice(from, from + SIDE);
}

function wordsOf({ parameters, value }: SweptPoint): string {
  const words = Object.entries(parameters).map(([name, set]) => `${spaced(name)} ${String(set)}`);
  return `${words.join(", ")} with ${decimal(value)}`;
}

function keyOf(column: Value | undefined, row: Value | undefined): string {
  return JSON.stringify([column, row]);
}
