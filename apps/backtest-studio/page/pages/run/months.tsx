/** Returns by month and year. */

import { returnsByPeriod, type TearSheet } from "@bourse/backtest-engine/tear-sheet";
import { Card, Percent } from "@bourse/ui";

import { tone } from "../../model/numbers.ts";
import { Gain } from "../../parts/figure.tsx";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns by year, newest last: those of its months, null where the run has none, and its own. */
interface YearRow {
  readonly year: number;
  readonly months: (number | null)[];
  readonly total: number;
}

function yearsOf({ returns, time }: Pick<TearSheet, "returns" | "time">): YearRow[] {
  const years = returnsByPeriod(returns, time, "year");
  const rows = Array.from(years.time, (start, at) => ({
    year: new Date(start).getUTCFullYear(),
    months: MONTHS.map((): number | null => null),
    total: years.returns[at] ?? 0,
  }));
  const months = returnsByPeriod(returns, time, "month");
  for (const [at, start] of months.time.entries()) {
    const date = new Date(start);
    const row = rows.find(({ year }) => year === date.getUTCFullYear());
    if (row !== undefined) row.months[date.getUTCMonth()] = months.returns[at] ?? null;
  }
  return rows;
}

export function Months({ sheet }: { readonly sheet: TearSheet }) {
  const rows = yearsOf(sheet);
  const most = Math.max(
    1e-9,
    ...rows.flatMap(({ months }) => months.map((value) => Math.abs(value ?? 0))),
  );
  return (
    <Card title="Returns by month" wide>
      <div class="scroll" role="region" aria-label="Returns by month" tabIndex={0}>
        <table class="months">
          <thead>
            <tr>
              <th scope="col">Year</th>
              {MONTHS.map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col" class="number">
                Year
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ year, months, total }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {months.map((value, at) => (
                  <td
                    key={MONTHS[at]}
                    class="number"
                    style={{ "--share": share(value, most) }}
                    data-side={tone(value)}
                  >
                    {value === null ? "" : <Percent of={value} digits={1} isSigned />}
                  </td>
                ))}
                <td class="number">
                  <b>
                    <Gain value={total} digits={1} />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function share(value: number | null, most: number): string {
  return `${Math.round((45 * Math.abs(value ?? 0)) / most)}%`;
}
