/** All trades of a job, sorted and filtered by the reader; the order and the filter are in the address. */

import { Card, Empty, Numeral, setQuery, useQuery } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { count } from "../../model/numbers.ts";
import { arrangeTrades, TRADE_FILTERS, type TradeFilter } from "../../model/trade-order.ts";
import { useChosenTrade } from "./chart-tab.tsx";
import { traces } from "./shown-run.ts";
import { TracesProblem } from "./traces-problem.tsx";
import { TradeTable } from "./trade-table.tsx";

export function TradesTab() {
  const { trades, problem } = traces.value;
  const [chosen, choose] = useChosenTrade();
  const [sort, setSort] = useQuery("sort", "entry");
  const [filter, setFilter] = useQuery("show", "all");
  const [words, setWords] = useQuery("find");
  const rows = trades?.rows ?? [];
  const order = useMemo(
    () => arrangeTrades(rows, { sort, filter, words }),
    [trades, sort, filter, words],
  );
  const sum = order.reduce((total, at) => total + (rows[at]?.pnl ?? 0), 0);
  return (
    <Card
      title="Trades"
      wide
      aside={
        trades !== undefined && (
          <span class="hint" role="status">
            {count(order.length)} of {count(rows.length)}, <Numeral of={sum} /> together ·{" "}
            <kbd>Enter</kbd> shows the chosen one in the chart
          </span>
        )
      }
    >
      <TracesProblem />
      <div class="inline trade-filter">
        <label>
          Find{" "}
          <input
            type="search"
            value={words}
            placeholder="Reason, tag, symbol"
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <label>
          Show{" "}
          <select value={filter} onChange={(event) => setFilter(event.currentTarget.value)}>
            {Object.entries(TRADE_FILTERS).map(([name, title]) => (
              <option key={name} value={name satisfies string as TradeFilter}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {trades === undefined ? (
        <Empty title={problem === undefined ? "Reading the trades …" : "Not known yet."} />
      ) : (
        <TradeTable
          rows={rows}
          order={order}
          sort={sort}
          onSort={setSort}
          chosen={chosen}
          onChoose={choose}
          onOpen={(index) => setQuery({ tab: "chart", trade: String(index + 1) })}
        />
      )}
    </Card>
  );
}
