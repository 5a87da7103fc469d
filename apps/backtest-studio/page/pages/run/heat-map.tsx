/** A map of the metric over one or two dimensions. Arrows go through the cells, Enter opens one's run. */

import type { GridCell } from "@bourse/contract/backtest";
import { spaced } from "@bourse/ui";
import { useRef } from "preact/hooks";

import { count, FORMS, ratio } from "../../model/numbers.ts";
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
    <>
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
                  return (
                    <Cell
                      key={value}
                      place={[row, column]}
                      cell={index === undefined ? undefined : grid[index]}
                      bounds={bounds}
                      metric={metric}
                      isChosen={index !== undefined && index === chosen}
                      isFirst={chosen === undefined && row + column === 0}
                      onChoose={() => index !== undefined && onChoose(index)}
                      onOpen={() => index !== undefined && onOpen(index)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend grid={grid} metric={metric} bounds={bounds} />
    </>
  );
}

interface CellProps extends Pick<MapProps, "metric"> {
  readonly place: readonly [row: number, column: number];
  /** Undefined for a combination that was not run. */
  readonly cell: GridCell | undefined;
  readonly bounds: readonly [number, number];
  readonly isChosen: boolean;
  /** True for the cell that the keyboard comes to where none is chosen. */
  readonly isFirst: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}

function Cell({ place, cell, bounds, metric, isChosen, isFirst, onChoose, onOpen }: CellProps) {
  return (
    <td
      data-place={place.join(",")}
      class={cell !== undefined && cell.value === null ? "no-value" : undefined}
      tabIndex={isChosen || isFirst ? 0 : -1}
      aria-selected={isChosen}
      style={{ background: colourOf(cell?.value ?? null, bounds, metric) ?? "" }}
      title={cell === undefined ? "not run" : titleOf(cell)}
      onFocus={onChoose}
      onClick={onOpen}
    >
      {cell === undefined ? "" : ratio(cell.value, digitsOf(bounds))}
    </td>
  );
}

interface LegendProps extends Pick<MapProps, "grid" | "metric"> {
  readonly bounds: readonly [number, number];
}

/** The colours of the map from the lowest value to the highest, and the sign of a cell without one. */
function Legend({ grid, metric, bounds }: LegendProps) {
  const [low, high] = bounds;
  const steps = Array.from({ length: STEPS_OF_LEGEND }, (_, at) =>
    low === high ? low : low + ((high - low) * at) / (STEPS_OF_LEGEND - 1),
  );
  const isLowBest = metric === "max_drawdown";
  return (
    <p class="heat-legend hint">
      <span>
        {ratio(low, digitsOf(bounds))}
        {isLowBest ? " (best)" : ""}
      </span>
      <span class="ramp" aria-hidden="true">
        {steps.map((value) => (
          <i key={value} style={{ background: colourOf(value, bounds, metric) ?? "" }} />
        ))}
      </span>
      <span>
        {ratio(high, digitsOf(bounds))}
        {isLowBest ? "" : " (best)"}
      </span>
      {grid.some(({ value }) => value === null) && (
        <span>
          <i class="no-value" aria-hidden="true" /> – has no value
        </span>
      )}
      <span>an empty cell was not run</span>
    </p>
  );
}

const STEPS_OF_LEGEND = 9;

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

function colourOf(
  value: number | null,
  bounds: readonly [number, number],
  metric: string,
): string | undefined {
  if (value === null) return undefined;
  const { isGain, share } = shadeOf(value, bounds, metric);
  const part = Math.round(share * STRONGEST);
  return `color-mix(in srgb, var(--${isGain ? "gain" : "loss"}) ${part}%, var(--raised))`;
}

function titleOf({
  total_return: gain,
  max_drawdown: fall,
  total_trades: trades,
}: GridCell): string {
  return `return ${FORMS.gain.whole(gain)}, drawdown ${FORMS.percent.whole(fall)}, ${count(trades)} trades`;
}

/** Digits behind the point that tell the values apart. */
function digitsOf([low, high]: readonly [number, number]): number {
  return Math.max(Math.abs(low), Math.abs(high)) >= 100 ? 0 : 2;
}
