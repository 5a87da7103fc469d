/** The drift of a session: its decisions recomputed, the differences first, and its trades beside the simulation's. */

import type { DriftDifference, DriftTrade, SessionDrift } from "@bourse/contract/backtest";
import {
  Card,
  Empty,
  loaded,
  Notice,
  Numeral,
  ONCE,
  Percent,
  spaced,
  Table,
  Tile,
} from "@bourse/ui";
import { useEffect, useMemo, useState } from "preact/hooks";

import { told } from "../../model/account.ts";
import { count, money, tone, utc } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import type { TabProps } from "./session-page.tsx";

/** The work grows with the candles of the session. */
const PATIENT = { ...ONCE, timeoutMilliseconds: 300_000 };
const SHOWN = 200;

export function SessionDriftTab({ session: { id } }: TabProps) {
  const read = useMemo(() => readDrift(id), [id]);
  const [isBusy, setBusy] = useState(false);
  const compare = async (): Promise<void> => {
    setBusy(true);
    await read.refresh();
    setBusy(false);
  };
  useEffect(() => void compare(), [read]);
  const { value: drift } = read.value;
  const { value: problem } = read.problem;
  return (
    <>
      <Card
        title="Drift"
        wide
        aside={
          <button type="button" class="second" disabled={isBusy} onClick={() => void compare()}>
            {isBusy ? "Comparing …" : "Compare again"}
          </button>
        }
      >
        {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
        {drift === undefined ? (
          <Empty title={isBusy ? "Comparing …" : "Not compared yet."}>
            Every decision is computed anew, from the candles that the session was told and on the
            candles as they read now.
          </Empty>
        ) : (
          <Verdict drift={drift} />
        )}
      </Card>
      {drift !== undefined && <Differences list={drift.differences} />}
      {drift !== undefined && <Trades list={drift.trades} />}
    </>
  );
}

function readDrift(id: string) {
  return loaded<SessionDrift>(() =>
    told(() => clients.peek().execution.getSessionDrift({ params: { id } }, PATIENT)),
  );
}

function Verdict({ drift }: { readonly drift: SessionDrift }) {
  const { decisions, different, affected, equity, simulated_equity: simulated } = drift;
  return (
    <>
      <dl class="tiles">
        <Tile name="Decisions" value={count(decisions)} />
        <Tile name="Other, same inputs" value={count(different)} />
        <Tile name="Other, candles now" value={count(affected)} />
        <Tile name="Equity" value={money(equity)} whole={String(equity)} />
        <Tile name="Simulated" value={money(simulated)} whole={String(simulated)} />
        <Tile
          name="Apart by"
          value={money(equity - simulated)}
          whole={String(equity - simulated)}
          tone={tone(equity - simulated)}
        />
      </dl>
      <Notice kind={different > 0 ? "poor" : affected > 0 ? "fair" : "good"}>
        {sentenceOf(drift)}
      </Notice>
    </>
  );
}

function sentenceOf({ decisions, different, affected }: SessionDrift): string {
  if (decisions === 0) return "There is no decision to compare yet.";
  if (different > 0) {
    return "The same inputs decide otherwise now: the strategy, its parameters or the engine has changed, or the strategy is not pure.";
  }
  if (affected > 0) {
    return "Every decision is reproduced from its inputs; some would be others in the simulation, on the candles as they read now, all told in time.";
  }
  return "Every decision is reproduced, and is that of the simulation.";
}

function Differences({ list }: { readonly list: readonly DriftDifference[] }) {
  if (list.length === 0) return null;
  return (
    <Card title={`${count(list.length)} differences`} wide>
      <Table
        label="Differences"
        count={list.length}
        empty=""
        head={["Candle (UTC)", "Index", "Cause", "Stored", "Recomputed"]}
        numbers={["Index"]}
      >
        {list.slice(0, SHOWN).map(({ index, time, cause, stored, recomputed }) => (
          <tr key={`${index}${cause}`}>
            <td>{utc(time)}</td>
            <td class="number">{count(index)}</td>
            <td>{spaced(cause)}</td>
            <td>
              <code>{stored.slice(0, 12)}</code>
            </td>
            <td>
              <code>{recomputed.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </Table>
      <Rest of={list.length} />
    </Card>
  );
}

function Trades({ list }: { readonly list: readonly DriftTrade[] }) {
  return (
    <Card title="Trades beside the simulation" wide>
      {list.length === 0 ? (
        <Empty title="Every trade is that of the simulation." />
      ) : (
        <>
          <Table
            label="Trades beside the simulation"
            count={list.length}
            empty=""
            head={[
              "Trade",
              "Side",
              "Exit (UTC)",
              "Profit",
              "Simulated",
              "Entry slippage",
              "Exit slippage",
            ]}
            numbers={["Trade", "Profit", "Simulated", "Entry slippage", "Exit slippage"]}
          >
            {list.slice(0, SHOWN).map((trade) => (
              <tr key={trade.index}>
                <td class="number">{count(trade.index + 1)}</td>
                <td>{trade.side ?? "only simulated"}</td>
                <td>{trade.exit_time === null ? "–" : utc(trade.exit_time)}</td>
                <td class="number">
                  <Numeral of={trade.pnl} />
                </td>
                <td class="number">
                  <Numeral of={trade.simulated_pnl} />
                </td>
                <td class="number">
                  <Percent of={trade.entry_slippage} digits={4} isSigned />
                </td>
                <td class="number">
                  <Percent of={trade.exit_slippage} digits={4} isSigned />
                </td>
              </tr>
            ))}
          </Table>
          <Rest of={list.length} />
        </>
      )}
    </Card>
  );
}

function Rest({ of }: { readonly of: number }) {
  if (of <= SHOWN) return null;
  return <p class="hint">{`${count(of - SHOWN)} more are in the answer of the API.`}</p>;
}
