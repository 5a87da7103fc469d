/** The list of sessions, newest first, walked and opened by keys. */

import type { Session } from "@bourse/contract/backtest";
import {
  Card,
  Empty,
  go,
  Notice,
  Numeral,
  Percent,
  rowColumns,
  useCommands,
  VirtualTable,
  type RowColumn,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { intervalName } from "../../model/intervals.ts";
import { count, tone } from "../../model/numbers.ts";
import { sessions } from "../../model/sessions.ts";
import { CandleAge, returnOf, SessionBadge, useReading } from "./session-parts.tsx";

export function SessionList() {
  useReading(sessions.refresh);
  useCommands([{ label: "New session", keys: "n", run: () => go(["sessions", "new"]) }]);
  const { value: list } = sessions.value;
  const { value: problem } = sessions.problem;
  return (
    <Card
      title={
        list === undefined
          ? "Sessions"
          : `${count(list.length)} ${list.length === 1 ? "session" : "sessions"}`
      }
      list
      aside={
        <a class="button" href="#/sessions/new">
          New session
        </a>
      }
    >
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      {list === undefined ? (
        <Empty title="Not read yet.">What runs is unknown until the server answers.</Empty>
      ) : (
        <SessionTable list={list} />
      )}
    </Card>
  );
}

const COLUMNS: readonly RowColumn<Session>[] = [
  {
    head: "Session",
    width: 5,
    cell: ({ id, number }) => <a href={`#/sessions/${id}`}>{number}</a>,
  },
  { head: "State", width: 8, cell: (session) => <SessionBadge session={session} /> },
  { head: "Strategy", width: 12, cell: ({ strategy }) => strategy },
  { head: "Symbol", width: 9, cell: ({ symbol }) => symbol },
  { head: "Candle", width: 8, cell: ({ interval }) => intervalName(interval) },
  { head: "Equity", isNumber: true, width: 9, cell: ({ equity }) => <Numeral of={equity} /> },
  {
    head: "Return",
    isNumber: true,
    width: 7,
    cell: (session) => (
      <span class={tone(returnOf(session))}>
        <Percent of={returnOf(session)} isSigned />
      </span>
    ),
  },
  { head: "Trades", isNumber: true, width: 6, cell: ({ trades }) => count(trades) },
  { head: "Last candle", width: 9, cell: (session) => <CandleAge session={session} /> },
];

function SessionTable({ list }: { readonly list: readonly Session[] }) {
  // The session, not its place: others come above it.
  const [chosenId, setChosenId] = useState<string>();
  const at = list.findIndex(({ id }) => id === chosenId);
  return (
    <>
      <VirtualTable
        label="Sessions"
        count={list.length}
        isStacking
        keyOf={(index) => list[index]?.id ?? index}
        chosen={at < 0 ? undefined : at}
        onChoose={(index) => setChosenId(list[index]?.id)}
        onOpen={(index) => {
          const session = list[index];
          if (session !== undefined) go(["sessions", session.id]);
        }}
        onEnd={() => {
          if (list.length % 100 === 0) void sessions.more();
        }}
        empty={<NoSession />}
        columns={rowColumns(list, COLUMNS)}
      />
      {list.length > 0 && (
        <p class="hint keys-hint">
          <kbd>j</kbd> <kbd>k</kbd> choose, <kbd>Enter</kbd> opens, <kbd>n</kbd> starts a new one.
        </p>
      )}
    </>
  );
}

function NoSession() {
  return (
    <Empty
      title="No session yet."
      action={
        <a class="button" href="#/sessions/new">
          New session
        </a>
      }
    >
      A session lets a strategy trade on paper, on the candles of an exchange as they close. It goes
      on while this page is closed, and over restarts of the server.
    </Empty>
  );
}
