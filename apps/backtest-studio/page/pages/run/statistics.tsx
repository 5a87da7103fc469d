/** The figures of a run: those that one looks at first as tiles, all of them as a table. */

import type { BacktestResult, RunFigures } from "@bourse/contract/backtest";
import { Card, Elapsed, Tile } from "@bourse/ui";

import { count, FORMS, minutes, tone, utcMinute } from "../../model/numbers.ts";
import { Figure } from "../../parts/figure.tsx";
import { Groups, type Group } from "../../parts/groups.tsx";

type Shown = readonly [
  label: string,
  value: number | null,
  form: keyof typeof FORMS,
  tone?: "gain" | "loss" | undefined,
];

interface TilesProps {
  readonly result: RunFigures;
  /** True for a gain that nobody can earn: it has no colour. */
  readonly isFalse?: boolean;
}

export function Tiles({ result, isFalse = false }: TilesProps) {
  const { total_return: gain, buy_hold_return: held } = result;
  const tiles: readonly Shown[] = [
    ["Return", gain, "gain", isFalse ? undefined : tone(gain)],
    ["Buy and hold", held, "gain", tone(held)],
    ["Largest drawdown", result.max_drawdown, "percent"],
    ["Sharpe", result.sharpe, "ratio"],
    ["Trades", result.total_trades, "count"],
    ["Won", result.win_rate, "percent"],
    ["Profit factor", result.profit_factor, "ratio"],
    ["Fees", result.fees_paid, "money"],
  ];
  return (
    <dl class="tiles wide">
      {tiles.map(([label, value, form, colour]) => (
        <Tile
          key={label}
          name={label}
          value={FORMS[form].text(value)}
          whole={FORMS[form].whole(value)}
          tone={colour}
        />
      ))}
    </dl>
  );
}

export function Statistics({ result }: { readonly result: BacktestResult }) {
  const groups: readonly Group[] = [
    [
      "Growth",
      [
        ["Final capital", <Figure of={result.final_capital} form="money" />],
        ["Return a year", <Figure of={result.annual_return} form="percent" />],
        ["Volatility a year", <Figure of={result.annual_volatility} form="percent" />],
        ["Exposure", <Figure of={result.exposure} form="percent" digits={1} />],
        ["Longest drawdown", minutes(result.max_drawdown_duration_minutes)],
      ],
    ],
    [
      "Ratios",
      [
        ["Sharpe", <Figure of={result.sharpe} form="ratio" />],
        ["Sortino", <Figure of={result.sortino} form="ratio" />],
        ["Calmar", <Figure of={result.calmar} form="ratio" />],
        ["Profit factor", <Figure of={result.profit_factor} form="ratio" />],
        ["System quality", <Figure of={result.sqn} form="ratio" />],
      ],
    ],
    [
      "Trades",
      [
        ["Won / lost", `${count(result.wins)} / ${count(result.losses)}`],
        ["Best", <Figure of={result.best_trade} form="gain" />],
        ["Worst", <Figure of={result.worst_trade} form="gain" />],
        ["Mean", <Figure of={result.avg_return} form="gain" digits={3} />],
        ["Mean duration", minutes(result.avg_duration_minutes)],
      ],
    ],
    [
      "Data",
      [
        ["Candles", count(result.candles)],
        ["First", utcMinute(result.first_timestamp)],
        ["Last", utcMinute(result.last_timestamp)],
        ["Source", `${result.exchange} (${result.source})`],
        ["Simulated in", <Elapsed of={result.elapsed_ms} />],
      ],
    ],
  ];
  return (
    <Card title="Statistics" wide>
      <Groups groups={groups} />
    </Card>
  );
}
