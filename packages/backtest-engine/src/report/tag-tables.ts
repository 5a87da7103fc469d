/** Trades by the tags of their entries and exits: which reason earned, and which one lost. */

import { html, type Html } from "../html.ts";
import { finiteOrNull } from "../metrics/returns.ts";
import type { Trade } from "../simulation/index.ts";
import { hasTags, wide } from "./tables.ts";
import { percent, signedDecimal, signedPercent } from "./words.ts";

/** Rows of a table at most: those of the tags with the most trades. */
const ROWS = 50;
const HEAD = ["Trades", "Won", "Profit", "Mean return", "Best", "Worst"];

/** A table of the entries' tags and one of the exits', whose other reasons stand beside them; nothing without a tag. */
export function tagTables(trades: readonly Trade[]): Html | undefined {
  if (!hasTags(trades)) return undefined;
  const entries = Map.groupBy(trades, ({ entryTag }) => entryTag ?? "no tag");
  const exits = Map.groupBy(
    trades,
    ({ exitTag, exitReason }) => exitTag ?? exitReason.replaceAll("_", " "),
  );
  return html`<section>
    <h2>Trades by tag</h2>
    ${tableOf("Entry", entries)} ${tableOf("Exit", exits)}
  </section>`;
}

function tableOf(name: string, groups: ReadonlyMap<string, readonly Trade[]>): Html {
  const most = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  const rows = most.slice(0, ROWS).map(([tag, trades]) => {
    const returns = trades.map((trade) => trade.return ?? NaN); // a mean of some would not be one of all
    const profit = trades.reduce((sum, { pnl }) => sum + pnl, 0);
    const mean = returns.reduce((sum, one) => sum + one, 0) / trades.length;
    return html`<tr>
      <th scope="row">${tag}</th>
      <td>${trades.length}</td>
      <td>${percent(trades.filter(({ pnl }) => pnl > 0).length / trades.length)}</td>
      <td class="money">${signedDecimal(profit)}</td>
      <td class="money">${signedPercent(finiteOrNull(mean))}</td>
      <td>${signedPercent(finiteOrNull(returns.reduce((a, b) => Math.max(a, b))))}</td>
      <td>${signedPercent(finiteOrNull(returns.reduce((a, b) => Math.min(a, b))))}</td>
    </tr>`;
  });
  const left = most.length - rows.length;
  return html`${wide(
    `Trades by the tag of the ${name.toLowerCase()}`,
    html`<table class="trades">
      <thead>
        <tr>
          ${[name, ...HEAD].map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  )}
  ${left > 0 ? html`<p>${left} tags with fewer trades are not listed here.</p>` : undefined}`;
}
