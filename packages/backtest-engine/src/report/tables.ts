/** The tables of a report: figures, months, trades, and the grid of a sweep. */

import { html, type Html } from "../html.ts";
import type { Trade } from "../simulation/index.ts";
import type { YearOfReturns } from "./monthly-returns.ts";
import { decimal, moment, quantity, signedDecimal, signedPercent } from "./words.ts";

/** Maximum number of rows in the table of trades. */
const ROWS = 1000;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A table that scrolls by itself on a narrow page and can be reached by keyboard. */
export function wide(label: string, table: Html): Html {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0">${table}</div>`;
}

export function monthsTable(years: readonly YearOfReturns[]): Html {
  const largest = Math.max(...years.flatMap(({ months }) => months.map((x) => Math.abs(x ?? 0))));
  const depth = (value: number): number => (largest > 0 ? Math.abs(value) / largest : 0);
  const head = ["Year", ...MONTHS, "Total"].map((name) => html`<th scope="col">${name}</th>`);
  const rows = years.map(
    ({ year, months, total }) =>
      html`<tr>
        <th scope="row">${year}</th>
        ${months.map((value) => shaded(value, depth, signedPercent))}
        <td class="total">${signedPercent(total)}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Monthly returns</h2>
    ${wide(
      "Monthly returns",
      html`<table class="months">
        <thead>
          <tr>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
    )}
  </section>`;
}

/** Tells whether any trade has a tag. */
export function hasTags(trades: readonly Trade[]): boolean {
  return trades.some(({ entryTag, exitTag }) => entryTag !== undefined || exitTag !== undefined);
}

export function tradesTable(trades: readonly Trade[]): Html {
  const several = trades.some(({ symbol }) => symbol !== undefined);
  const names = ["#", ...(several ? ["Symbol"] : []), "Side", "Quantity", "Entry", "Price", "Exit"];
  const funded = trades.some(({ funding }) => funding !== undefined);
  names.push("Price", "Profit", "Return", "Fees", ...(funded ? ["Funding"] : []), "Reason");
  const tagged = hasTags(trades);
  if (tagged) names.push("Entry tag", "Exit tag");
  const rows = trades.slice(0, ROWS).map(
    (trade, index) =>
      html`<tr class="${trade.pnl >= 0 ? "won" : "lost"}">
        <td>${index + 1}</td>
        ${several ? html`<td>${trade.symbol ?? ""}</td>` : undefined}
        <td>${trade.side}</td>
        <td>${quantity(trade.quantity)}</td>
        <td>${moment(trade.entryTime)}</td>
        <td>${quantity(trade.entryPrice)}</td>
        <td>${moment(trade.exitTime)}</td>
        <td>${quantity(trade.exitPrice)}</td>
        <td class="money">${signedDecimal(trade.pnl)}</td>
        <td class="money">${signedPercent(trade.return)}</td>
        <td>${decimal(trade.fees)}</td>
        ${funded ? html`<td>${decimal(trade.funding ?? 0)}</td>` : undefined}
        <td>${trade.exitReason.replaceAll("_", " ")}</td>
        ${
          tagged
            ? html`<td>${trade.entryTag ?? ""}</td>
                <td>${trade.exitTag ?? ""}</td>`
            : undefined
        }
      </tr>`,
  );
  const left = trades.length - rows.length;
  return html`<section>
    <h2>Trades</h2>
    ${
      trades.length === 0
        ? html`<p>No trade was made.</p>`
        : wide(
            "Trades",
            html`<table class="trades">
              <thead>
                <tr>
                  ${names.map((name) => html`<th scope="col">${name}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>`,
          )
    }
    ${left > 0 ? html`<p>${left} later trades are not listed here.</p>` : undefined}
  </section>`;
}

/** A cell whose ground says how large it is, by `depth` from 0 to 1: never so dark that its text could not be read. */
export function shaded(
  value: number | null,
  depth: (value: number) => number,
  text: (value: number) => string,
): Html {
  if (value === null) return html`<td class="none">–</td>`;
  const kind = value < 0 ? "lost" : "won";
  return html`<td class="cell ${kind}" style="--share:${Math.round(depth(value) * 32)}%">
    ${text(value)}
  </td>`;
}
