/** The result of a sweep: its best run, a map of what varies, and every combination. */

import type { GridCell, SweepResult } from "@bourse/contract/backtest";
import {
  Card,
  Elapsed,
  Empty,
  go,
  Notice,
  Numeral,
  ONCE,
  Percent,
  rowColumns,
  spaced,
  useAction,
  useCommands,
  useQuery,
  VirtualTable,
  type Column,
} from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { ParallelPlot } from "../../chart/parallel-plot.tsx";
import { count } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import { parametersText } from "../../model/summary.ts";
import {
  dimensionsOf,
  ranked,
  requestOf,
  valueIn,
  type Dimension,
} from "../../model/sweep-grid.ts";
import { wordsOf } from "../../model/words.ts";
import { Gain } from "../../parts/figure.tsx";
import { Assessment } from "./assessment.tsx";
import { DetailNote } from "./detail-note.tsx";
import { Files } from "./files.tsx";
import { HeatMap, type MapProps } from "./heat-map.tsx";
import { Tiles } from "./statistics.tsx";

interface SweepProps {
  readonly uuid: string;
  readonly result: SweepResult;
}

export function SweepResultView({ uuid, result }: SweepProps) {
  const { grid, metric, best, warnings } = result;
  const dimensions = useMemo(() => dimensionsOf(grid), [grid]);
  const order = useMemo(() => ranked(grid, metric), [grid, metric]);
  const [cell, setCell] = useQuery("cell");
  const chosen = /^\d+$/u.test(cell) ? Number(cell) : order[0];
  const open = useOpenCell(uuid, result);
  const run = (index: number | undefined): void => {
    if (index !== undefined) void open.run(index);
  };
  const choose = (index: number): void => setCell(String(index));
  useCommands([
    { label: "Open the run of the chosen combination", keys: "o", run: () => run(chosen) },
  ]);
  return (
    <>
      {best !== null && <Tiles result={best} />}
      <DetailNote detail={result.detail} />
      {warnings.map((warning) => (
        <div class="wide" key={warning}>
          <Notice kind="fair">{warning}</Notice>
        </div>
      ))}
      <Card
        title={`${spaced(metric)} of ${count(result.combinations)} combinations`}
        wide
        aside={
          <div class="buttons">
            <span class="hint">
              {parametersText(grid[chosen ?? -1]?.parameters)} · <Elapsed of={result.elapsed_ms} />{" "}
              in all
            </span>
            <button
              type="button"
              class="small"
              disabled={open.busy || chosen === undefined}
              onClick={() => run(chosen)}
            >
              {open.busy ? "Opening …" : "Open its run"}
            </button>
          </div>
        }
      >
        {open.problem !== undefined && <Notice kind="poor">{open.problem}</Notice>}
        <GridMap
          grid={grid}
          metric={metric}
          dimensions={dimensions}
          chosen={chosen}
          onChoose={choose}
          onOpen={run}
        />
        {result.skipped > 0 && (
          <p class="hint">The strategy refused {count(result.skipped)} combinations.</p>
        )}
      </Card>
      <Assessment overfitting={result.overfitting} crossed={result.cross_validation} />
      <Card
        title="Combinations, the best first"
        wide
        aside={best === null ? undefined : <Files uuid={uuid} />}
      >
        <VirtualTable
          label="Combinations"
          count={order.length}
          chosen={chosen === undefined ? undefined : order.indexOf(chosen)}
          onChoose={(row) => choose(order[row] ?? 0)}
          onOpen={(row) => run(order[row])}
          empty={<Empty title="The sweep ran no combination." />}
          columns={columnsOf(result, order, dimensions)}
        />
      </Card>
    </>
  );
}

/** Opens the run of a cell of the grid. */
function useOpenCell(uuid: string, { grid, configuration }: SweepResult) {
  return useAction(async (index: number) => {
    const one = grid[index];
    if (one === undefined) return;
    const body = requestOf(configuration.request, one);
    try {
      // The same key for the same cell: a second click opens the first one's run.
      const { job_id: id } = await clients.value.backtest.createBacktest(
        { body },
        { ...ONCE, idempotencyKey: `cell-${uuid}-${index}` },
      );
      go(["runs", id]);
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
}

const VIEWS = [
  ["map", "Heat map"],
  ["lines", "Parallel coordinates"],
] as const;
/** Cells of a heat map; more stand in parallel coordinates. */
const MOST_CELLS = 2500;

/** The grid as far as it varies. */
function GridMap(props: MapProps) {
  const { grid, dimensions } = props;
  const [view, setView] = useQuery("view", "map");
  if (dimensions.length === 0) {
    return (
      <Empty title="Nothing varies in this sweep.">
        Give a parameter several values: <code>10, 20, 50</code> or <code>5..50/5</code>.
      </Empty>
    );
  }
  const isMap = dimensions.length <= 2 && grid.length <= MOST_CELLS;
  const isLines = !isMap || view === "lines";
  return (
    <>
      {isMap && (
        <div class="buttons" role="group" aria-label="Picture of the combinations">
          {VIEWS.map(([name, title]) => (
            <button
              key={name}
              type="button"
              class="second small"
              aria-pressed={isLines === (name === "lines")}
              onClick={() => setView(name)}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      {isLines ? <ParallelPlot {...props} /> : <HeatMap {...props} />}
    </>
  );
}

function columnsOf(
  { grid, metric }: SweepResult,
  order: readonly number[],
  dimensions: readonly Dimension[],
): readonly Column[] {
  const cells = order.map((index) => grid[index] as GridCell);
  return rowColumns(cells, [
    { head: "#", isNumber: true, width: 4, cell: (_, row) => row + 1 },
    ...dimensions.map(({ name, isNumber }) => ({
      head: spaced(name),
      isNumber,
      width: 8,
      cell: (cell: GridCell) => valueIn(cell, name),
    })),
    {
      head: spaced(metric),
      isNumber: true,
      width: 7,
      cell: ({ value }) => <Numeral of={value} digits={3} />,
    },
    {
      head: "Return",
      isNumber: true,
      width: 7,
      cell: (cell) => <Gain value={cell.total_return} />,
    },
    {
      head: "Drawdown",
      isNumber: true,
      width: 7,
      cell: (cell) => <Percent of={cell.max_drawdown} />,
    },
    { head: "Won", isNumber: true, width: 6, cell: (cell) => <Percent of={cell.win_rate} /> },
    { head: "Trades", isNumber: true, width: 6, cell: (cell) => count(cell.total_trades) },
  ]);
}
