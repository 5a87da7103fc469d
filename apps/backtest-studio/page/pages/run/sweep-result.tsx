/** The result of a sweep: its best run, a map of what varies, and every combination. */

import type { GridCell, SweepResult } from "@bourse/contract/backtest";
import {
  Card,
  Empty,
  go,
  Notice,
  ONCE,
  spaced,
  useAction,
  useCommands,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { ParallelPlot } from "../../chart/parallel-plot.tsx";
import { count, percent, ratio, seconds } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import { parametersText } from "../../model/summary.ts";
import { dimensionsOf, ranked, requestOf, valueIn } from "../../model/sweep-grid.ts";
import { wordsOf } from "../../model/words.ts";
import { Gain } from "../../parts/figure.tsx";
import { HeatMap } from "./heat-map.tsx";
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
  const open = useAction(async (index: number) => {
    const one = grid[index];
    if (one === undefined) return;
    const body = requestOf(result.configuration.request, one);
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
  const run = (index: number | undefined): void => {
    if (index !== undefined) void open.run(index);
  };
  const choose = (index: number): void => setCell(String(index));
  useCommands([
    { label: "Open the run of the chosen combination", keys: "o", run: () => run(chosen) },
  ]);
  const map = { grid, metric, dimensions, chosen, onChoose: choose, onOpen: run };
  const isMap = dimensions.length > 0 && dimensions.length <= 2 && grid.length <= MOST_CELLS;
  return (
    <>
      {best !== null && <Tiles result={best} />}
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
              {parametersText(grid[chosen ?? -1]?.parameters)} · {seconds(result.elapsed_ms)} in all
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
        {isMap ? (
          <HeatMap {...map} />
        ) : dimensions.length === 0 ? (
          <Empty title="Nothing varies in this sweep.">
            Give a parameter several values: <code>10, 20, 50</code> or <code>5..50/5</code>.
          </Empty>
        ) : (
          <ParallelPlot {...map} />
        )}
        {result.skipped > 0 && (
          <p class="hint">The strategy refused {count(result.skipped)} combinations.</p>
        )}
      </Card>
      {(result.overfitting !== undefined || result.cross_validation !== undefined) && (
        <Assessment result={result} />
      )}
      <Card title="Combinations, the best first" wide>
        <VirtualTable
          label="Combinations"
          count={order.length}
          chosen={chosen === undefined ? undefined : order.indexOf(chosen)}
          onChoose={(row) => choose(order[row] ?? 0)}
          onOpen={(row) => run(order[row])}
          empty={<Empty title="The sweep ran no combination." />}
          columns={[
            { head: "#", isNumber: true, width: 4, cell: (row) => row + 1 },
            ...dimensions.map(({ name, isNumber }) => ({
              head: spaced(name),
              isNumber,
              width: 8,
              cell: (row: number) => valueIn(cellAt(grid, order, row), name),
            })),
            {
              head: spaced(metric),
              isNumber: true,
              width: 7,
              cell: (row) => ratio(cellAt(grid, order, row).value, 3),
            },
            {
              head: "Return",
              isNumber: true,
              width: 7,
              cell: (row) => <Gain value={cellAt(grid, order, row).total_return} />,
            },
            {
              head: "Drawdown",
              isNumber: true,
              width: 7,
              cell: (row) => percent(cellAt(grid, order, row).max_drawdown),
            },
            {
              head: "Won",
              isNumber: true,
              width: 6,
              cell: (row) => percent(cellAt(grid, order, row).win_rate, 1),
            },
            {
              head: "Trades",
              isNumber: true,
              width: 6,
              cell: (row) => count(cellAt(grid, order, row).total_trades),
            },
          ]}
        />
      </Card>
    </>
  );
}

/** Cells of a heat map; more stand in parallel coordinates. */
const MOST_CELLS = 2500;

function cellAt(grid: readonly GridCell[], order: readonly number[], row: number): GridCell {
  return grid[order[row] ?? 0] as GridCell;
}

function Assessment({ result }: { readonly result: SweepResult }) {
  const { overfitting, cross_validation: crossed } = result;
  const rows = [
    ...(overfitting === undefined
      ? []
      : [
          ["Probability of overfitting", percent(overfitting.probability, 1)],
          ["Loses in the test", percent(overfitting.loss_probability, 1)],
          ["Deflated Sharpe", ratio(overfitting.deflated_sharpe)],
        ]),
    ...(crossed === undefined
      ? []
      : [
          ["Mean Sharpe a candle", ratio(crossed.mean_sharpe, 4)],
          ["Paths that lose", percent(crossed.loss_probability, 1)],
          ["Paths", count(crossed.paths.length)],
        ]),
  ] as const;
  return (
    <Card title="Is the choice more than luck?" wide>
      <dl class="lines columns">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
