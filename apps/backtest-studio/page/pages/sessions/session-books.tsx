/** Decisions, orders and fills of a session, the newest first. */

import { iterate } from "@bourse/client";
import type { SessionDecision, SessionFill, SessionOrder } from "@bourse/contract/backtest";
import {
  Badge,
  Card,
  Empty,
  firstOf,
  Notice,
  Numeral,
  Price,
  rowColumns,
  spaced,
  useQuery,
  VirtualTable,
  type RowColumn,
} from "@bourse/ui";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";

import { told } from "../../model/account.ts";
import { count, utc } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import type { TabProps } from "./session-page.tsx";
import { useRowsOf } from "./session-parts.tsx";

/** Most rows that are read; the lists of the server are oldest first. */
const MOST = 20_000;

type Lists = "listSessionDecisions" | "listSessionOrders" | "listSessionFills";

function useBook<Row>(session: TabProps["session"], list: Lists) {
  const { id, candles } = session;
  return useRowsOf<Row>(id, candles, () =>
    told(async () => {
      const input = { params: { id }, query: { limit: 1000 } };
      const rows = await firstOf(MOST, iterate(clients.peek().execution[list], input));
      return rows.toReversed() as unknown as readonly Row[];
    }),
  );
}

interface BookProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[] | undefined;
  readonly problem: string | undefined;
  readonly columns: readonly RowColumn<Row>[];
  readonly empty: string;
  readonly aside?: ComponentChildren;
}

function Book<Row>({ title, rows, problem, columns, empty, aside }: BookProps<Row>) {
  const [chosen, setChosen] = useState<number>();
  return (
    <Card
      title={rows === undefined ? title : `${count(rows.length)} ${title.toLowerCase()}`}
      wide
      aside={aside}
    >
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      {rows === undefined ? (
        <Empty title="Not read yet.">The server has not answered; what is there is unknown.</Empty>
      ) : (
        <VirtualTable
          label={title}
          count={rows.length}
          isStacking
          chosen={chosen}
          onChoose={setChosen}
          empty={<Empty title={empty} />}
          columns={rowColumns(rows, columns)}
        />
      )}
      {rows !== undefined && rows.length >= MOST && (
        <p class="hint">The first {count(MOST)} of the session; later ones are not shown.</p>
      )}
    </Card>
  );
}

const SCOPES = { all: "all", reducing: "only what reduces", none: "warm-up" } as const;

const DECISIONS: readonly RowColumn<SessionDecision>[] = [
  { head: "Candle (UTC)", width: 10, cell: ({ time }) => utc(time) },
  { head: "Index", isNumber: true, width: 5, cell: ({ index }) => count(index) },
  { head: "Counts for", width: 9, cell: ({ scope }) => SCOPES[scope] },
  { head: "Late", width: 4, cell: ({ late }) => (late ? "late" : "") },
  { head: "Signal", width: 10, cell: ({ signal }) => signalText(signal) },
  { head: "Submitted", width: 7, cell: ({ submitted }) => submitted.join(", ") },
  { head: "Cancelled", width: 7, cell: ({ cancelled }) => cancelled.join(", ") },
  {
    head: "Not allowed",
    isNumber: true,
    width: 7,
    cell: ({ dropped }) => (dropped === 0 ? "" : count(dropped)),
  },
  { head: "Decided (UTC)", width: 10, cell: ({ decided_at: time }) => utc(time) },
];

function signalText(signal: SessionDecision["signal"]): string {
  if (signal === null) return "by orders";
  return signal.length === 0 ? "none" : signal.map(spaced).join(", ");
}

export function DecisionsTab({ session }: TabProps) {
  const { rows, problem } = useBook<SessionDecision>(session, "listSessionDecisions");
  const [filter, setFilter] = useQuery("decisions");
  const shown = useMemo(
    () => (filter === "acting" ? rows?.filter(isActing) : rows),
    [rows, filter],
  );
  return (
    <Book
      title="Decisions"
      rows={shown}
      problem={problem}
      columns={DECISIONS}
      empty={filter === "acting" ? "No decision did anything yet." : "No candle has closed yet."}
      aside={
        <label class="check">
          <input
            type="checkbox"
            checked={filter === "acting"}
            onChange={(event) => setFilter(event.currentTarget.checked ? "acting" : "")}
          />
          only those that did something
        </label>
      }
    />
  );
}

function isActing({ signal, submitted, cancelled, dropped }: SessionDecision): boolean {
  return (signal?.length ?? 0) + submitted.length + cancelled.length + dropped > 0;
}

const ORDER_KINDS = {
  waiting: "fair",
  filled: "good",
  cancelled: "fair",
  expired: "fair",
  rejected: "poor",
} as const;

const ORDERS: readonly RowColumn<SessionOrder>[] = [
  { head: "Order", isNumber: true, width: 4, cell: ({ id }) => count(id) },
  { head: "Submitted (UTC)", width: 10, cell: ({ submitted_at: time }) => utc(time) },
  { head: "Side", width: 4, cell: ({ side }) => side },
  { head: "Type", width: 7, cell: ({ order_type: type }) => spaced(type) },
  {
    head: "Price",
    isNumber: true,
    width: 8,
    cell: ({ price, stop_price: stop }) => <Price of={price ?? stop} />,
  },
  {
    head: "Filled",
    isNumber: true,
    width: 8,
    cell: ({ filled_qty: filled }) => <Price of={filled} />,
  },
  { head: "at", isNumber: true, width: 8, cell: ({ avg_price: price }) => <Price of={price} /> },
  {
    head: "Status",
    width: 7,
    cell: ({ status }) => <Badge state={status} kind={ORDER_KINDS[status]} />,
  },
  { head: "Reason", width: 14, cell: ({ tag, refusal }) => refusal?.reason ?? tag ?? "" },
];

export function OrdersTab({ session }: TabProps) {
  const { rows, problem } = useBook<SessionOrder>(session, "listSessionOrders");
  return (
    <Book title="Orders" rows={rows} problem={problem} columns={ORDERS} empty="No order yet." />
  );
}

const FILLS: readonly RowColumn<SessionFill>[] = [
  { head: "Fill", isNumber: true, width: 4, cell: ({ id }) => count(id) },
  { head: "Candle (UTC)", width: 10, cell: ({ time }) => utc(time) },
  { head: "Side", width: 4, cell: ({ side }) => side },
  { head: "Does", width: 5, cell: ({ entry }) => (entry ? "opens" : "closes") },
  { head: "Quantity", isNumber: true, width: 8, cell: ({ quantity }) => <Price of={quantity} /> },
  { head: "Price", isNumber: true, width: 8, cell: ({ price }) => <Price of={price} /> },
  { head: "Fee", isNumber: true, width: 6, cell: ({ fee }) => <Numeral of={fee} /> },
  {
    head: "Order",
    isNumber: true,
    width: 5,
    cell: ({ order }) => (order === null ? "–" : count(order)),
  },
  { head: "Reason", width: 8, cell: ({ reason }) => (reason === null ? "" : spaced(reason)) },
];

export function FillsTab({ session }: TabProps) {
  const { rows, problem } = useBook<SessionFill>(session, "listSessionFills");
  return <Book title="Fills" rows={rows} problem={problem} columns={FILLS} empty="No fill yet." />;
}
