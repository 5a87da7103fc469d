/** The figures of a run: those that one looks at first as tiles, all of them as a table. */

import type { BacktestResult, RunFigures } from "@bourse/contract/backtest";
import { Card } from "@bourse/ui";

import {
  count,
  minutes,
  money,
  percent,
  ratio,
  seconds,
  signedPercent,
  tone,
  utc,
} from "../../model/numbers.ts";
import { Groups, type Group } from "../../parts/groups.tsx";

type Tile = readonly [label: string, text: string, tone?: "gain" | "loss" | undefined];

export function Tiles({ result }: { readonly result: RunFigures }) {
  const tiles: readonly Tile[] = [
    ["Return", signedPercent(result.total_return), tone(result.total_return)],
    ["Buy and hold", signedPercent(result.buy_hold_return), tone(result.buy_hold_return)],
    ["Largest drawdown", percent(result.max_drawdown)],
    ["Sharpe", ratio(result.sharpe)],
    ["Trades", count(result.total_trades)],
    ["Won", percent(result.win_rate, 1)],
    ["Profit factor", ratio(result.profit_factor)],
    ["Fees", money(result.fees_paid)],
  ];
  return (
    <dl class="figures wide">
      {tiles.map(([label, text, colour]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={colour}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Statistics({ result }: { readonly result: BacktestResult }) {
  const groups: readonly Group[] = [
    [
      "Growth",
      [
        ["Final capital", money(result.final_capital)],
        ["Return a year", percent(result.annual_return)],
        ["Volatility a year", percent(result.annual_volatility)],
        ["Exposure", percent(result.exposure, 1)],
        ["Longest drawdown", minutes(result.max_drawdown_duration_minutes)],
      ],
    ],
    [
      "Ratios",
      [
        ["Sharpe", ratio(result.sharpe)],
        ["Sortino", ratio(result.sortino)],
        ["Calmar", ratio(result.calmar)],
        ["Profit factor", ratio(result.profit_factor)],
        ["System quality", ratio(result.sqn)],
      ],
    ],
    [
      "Trades",
      [
        ["Won / lost", `${count(result.wins)} / ${count(result.losses)}`],
        ["Best", signedPercent(result.best_trade)],
        ["Worst", signedPercent(result.worst_trade)],
        ["Mean", signedPercent(result.avg_return, 3)],
        ["Mean duration", minutes(result.avg_duration_minutes)],
      ],
    ],
    [
      "Data",
      [
        ["Candles", count(result.candles)],
        ["First", `${utc(result.first_timestamp)} UTC`],
        ["Last", `${utc(result.last_timestamp)} UTC`],
        ["Source", `${result.exchange} (${result.source})`],
        ["Simulated in", seconds(result.elapsed_ms)],
      ],
    ],
  ];
  return (
    <Card title="Statistics" wide>
      <Groups groups={groups} />
    </Card>
  );
}
