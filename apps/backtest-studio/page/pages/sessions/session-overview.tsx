/** The account of a session: its figures, the course of its equity, and what it holds. */

import { iterate } from "@bourse/client";
import type { SessionEquityPoint } from "@bourse/contract/backtest";
import { Card, Empty, Notice, Numeral, Price, Table, Tile, firstOf } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { LinesPlot } from "../../chart/lines-plot.tsx";
import { told } from "../../model/account.ts";
import { count, money, signedPercent, tone, utcMinute } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import type { TabProps } from "./session-page.tsx";
import { returnOf, useRowsOf } from "./session-parts.tsx";

const POINTS = 20_000;

export function SessionOverview({ session }: TabProps) {
  const growth = returnOf(session);
  const parameters = Object.entries(session.parameters);
  return (
    <>
      <Card title="Account" wide>
        <dl class="tiles">
          <Tile name="Equity" value={money(session.equity)} whole={String(session.equity)} />
          <Tile name="Return" value={signedPercent(growth)} tone={tone(growth)} />
          <Tile name="Cash" value={money(session.cash)} whole={String(session.cash)} />
          <Tile name="Fees" value={money(session.fees_paid)} whole={String(session.fees_paid)} />
          <Tile name="Trades" value={count(session.trades)} />
          <Tile name="Orders" value={count(session.orders)} />
          <Tile name="Fills" value={count(session.fills)} />
          <Tile name="Candles" value={count(session.candles)} />
          <Tile name="Late candles" value={count(session.late_candles)} />
          <Tile name="Corrections" value={count(session.corrections)} />
        </dl>
      </Card>
      <Equity session={session} />
      <Positions session={session} />
      <Card title="Settings">
        <dl class="pairs">
          {parameters.map(([name, value]) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
          <dt>Capital</dt>
          <dd>{money(session.initial_capital)}</dd>
          <dt>First candle</dt>
          <dd>{utcMinute(session.start_time)}</dd>
          <dt>Strategy, engine</dt>
          <dd>
            {session.strategy_version}, {session.engine_version}
          </dd>
        </dl>
      </Card>
    </>
  );
}

function Equity({ session: { id, candles, trades } }: TabProps) {
  const { rows, problem } = useRowsOf<SessionEquityPoint>(id, candles, () =>
    told(() => {
      const input = { params: { id }, query: { limit: 1000 } };
      return firstOf(POINTS, iterate(clients.peek().execution.listSessionEquity, input));
    }),
  );
  const lines = useMemo(
    () =>
      rows === undefined
        ? []
        : [
            {
              index: 0,
              name: "Equity",
              time: rows.map(({ time }) => Date.parse(time) / 1000),
              value: rows.map(({ equity }) => equity),
            },
          ],
    [rows],
  );
  const hasPlot = rows !== undefined && rows.length > 1;
  return (
    <Card title="Equity" wide>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      {hasPlot ? (
        <LinesPlot
          lines={lines}
          height={240}
          label={`Equity at the close of ${rows.length} candles, ${trades} trades.`}
        />
      ) : (
        <Empty
          title={rows === undefined ? "Not read yet." : "No candle has closed since the start."}
        >
          The line begins with the second candle.
        </Empty>
      )}
      {rows?.length === POINTS && (
        <p class="hint">The first {count(POINTS)} candles; the rest is not shown.</p>
      )}
    </Card>
  );
}

function Positions({ session: { positions, last_candle_time: time } }: TabProps) {
  return (
    <Card title="Positions">
      {positions.length === 0 ? (
        <Empty title="Nothing is held." />
      ) : (
        <>
          <Table
            label="Positions"
            count={positions.length}
            empty=""
            head={["Symbol", "Side", "Quantity", "Entry", "Open profit"]}
            numbers={["Quantity", "Entry", "Open profit"]}
          >
            {positions.map((position) => (
              <tr key={position.symbol}>
                <td>{position.symbol}</td>
                <td>{position.side}</td>
                <td class="number">
                  <Price of={position.quantity} />
                </td>
                <td class="number">
                  <Price of={position.entry_price} />
                </td>
                <td class={`number ${tone(position.unrealized_pnl) ?? ""}`}>
                  <Numeral of={position.unrealized_pnl} />
                </td>
              </tr>
            ))}
          </Table>
          {time !== null && <p class="hint">At the close of the candle of {utcMinute(time)}.</p>}
        </>
      )}
    </Card>
  );
}
