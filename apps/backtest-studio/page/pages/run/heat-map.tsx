/** A map of the metric over one or two dimensions. Arrows go through the cells, Enter opens one's run. */

import type { GridCell } from "@bourse/contract/backtest";
import { spaced } from "@bourse/ui";
import { useRef } from "preact/hooks";

import { ratio } from "../../model/numbers.ts";
import { boundsOf, shadeOf, valueIn, type Dimension } from "../../model/sweep-grid.ts";

export interface MapProps {
  readonly grid: readonly GridCell[];
  readonly metric: string;
  readonly dimensions: readonly Dimension[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

/** Strongest share of the colour: text on it stays readable. */
const STRONGEST = 45;

export function HeatMap({ grid, metric, dimensions, chosen, onChoose, onOpen }: MapProps) {
  const table = useRef<HTMLTableElement>(null);
  const [across, down] = dimensions;
  if (across === undefined) return null;
  const columns = across.values;
  const rows = down?.values ?? [""];
  const places = new Map(
    grid.map((cell, index) => [
      `${valueIn(cell, across.name)}|${down === undefined ? "" : valueIn(cell, down.name)}`,
      index,
    ]),
  );
  const bounds = boundsOf(grid);
  const at = (row: number, column: number): number | undefined =>
    places.get(`${columns[column]}|${rows[row]}`);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [row, column] = placeOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    const here = at(row, column);
    if (event.key === "Enter" && here !== undefined) onOpen(here);
    else if (step !== undefined) {
      const next = table.current?.querySelector<HTMLElement>(
        `[data-place="${row + step[0]},${column + step[1]}"]`,
      );
      next?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="scroll" role="region" aria-label="Heat map" tabIndex={0}>
      <table
        ref={table}
        class="heat"
        role="grid"
        aria-label={`${spaced(metric)} by ${across.name}`}
        onKeyDown={onKeyDown}
      >
        <caption>
          {spaced(across.name)} across{down === undefined ? "" : `, ${spaced(down.name)} down`}
        </caption>
        <thead>
          <tr>
            {down === undefined ? <td /> : <th scope="col">{spaced(down.name)}</th>}
            {columns.map((value) => (
              <th scope="col" key={value}>
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            <tr key={name}>
              {down === undefined ? <td /> : <th scope="row">{name}</th>}
              {columns.map((value, column) => {
                const index = at(row, column);
                const found = index === undefined ? undefined : grid[index];
                const isChosen = index !== undefined && index === chosen;
                return (
                  <td
                    key={value}
                    data-place={`${row},${column}`}
                    tabIndex={isChosen || (chosen === undefined && row + column === 0) ? 0 : -1}
                    aria-selected={isChosen}
                    style={{ background: colourOf(found?.value ?? null, bounds, metric) }}
                    title={found === undefined ? "not run" : titleOf(found)}
                    onFocus={() => index !== undefined && onChoose(index)}
                    onClick={() => index !== undefined && onOpen(index)}
                  >
                    {found === undefined ? "" : ratio(found.value, digitsOf(bounds))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function placeOf(element: HTMLElement): readonly [row: number, column: number] {
  const [row = 0, column = 0] = (element.dataset["place"] ?? "0,0").split(",").map(Number);
  return [row, column];
}

function colourOf(value: number | null, bounds: readonly [number, number], metric: string): string {
  if (value === null) return "none";
  const { isGain, share } = shadeOf(value, bounds, metric);
  const part = Math.round(share * STRONGEST);
  return `color-mix(in srgb, var(--${isGain ? "gain" : "loss"}) ${part}%, var(--raised))`;
}

function titleOf({
  total_return: gain,
  max_drawdown: fall,
  total_trades: trades,
}: GridCell): string {
  return `return ${(gain * 100).toFixed(2)} %, drawdown ${(fall * 100).toFixed(2)} %, ${trades} trades`;
}

/** Digits behind the point that tell the values apart. */
function digitsOf([low, high]: readonly [number, number]): number {
  return Math.max(Math.abs(low), Math.abs(high)) >= 100 ? 0 : 2;
}
