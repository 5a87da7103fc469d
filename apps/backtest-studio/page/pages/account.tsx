/** The paper account, or the venue that the server trades at: balance, positions, orders and fills. */

import type { Order, Position } from "@bourse/contract/backtest";
import {
  Badge,
  Card,
  Confirm,
  Empty,
  grouped,
  Notice,
  spaced,
  Table,
  toast,
  useDecision,
  useQuery,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { balance, orders, positions, readAccount, told, venue } from "../model/account.ts";
import { fills } from "../model/live.ts";
import { utc, utcMinute } from "../model/numbers.ts";
import { clients } from "../model/session.ts";
import { tradeWordsOf } from "../model/words.ts";
import { KillSwitchCard } from "../parts/kill-switch.tsx";
import { OrderForm } from "./account/order-form.tsx";

const OPEN = new Set(["pending", "open"]);
const READ_MILLISECONDS = 10_000;

export function Account() {
  const newest = fills.value[0];
  useEffect(() => {
    void venue.refresh();
    readAccount();
    const timer = setInterval(() => {
      if (!document.hidden) readAccount();
    }, READ_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  useEffect(readAccount, [newest]);
  const problem = venue.problem.value ?? balance.problem.value ?? positions.problem.value;
  return (
    <>
      {problem !== undefined && (
        <div class="wide">
          <Notice kind="poor">{problem}</Notice>
        </div>
      )}
      <KillSwitchCard />
      <div class="wide pair">
        <Balance />
        <OrderForm />
      </div>
      <Positions />
      <Orders />
    </>
  );
}

function Balance() {
  const assets = Object.entries(balance.value.value?.balance ?? {});
  const name = venue.value.value?.exchange;
  return (
    <Card title="Balance" aside={name !== undefined && <Badge state="connected" text={name} />}>
      <dl class="lines">
        {assets.map(([asset, amount]) => (
          <div key={asset}>
            <dt>{asset}</dt>
            <dd class="strong">
              {grouped(amount)} {asset}
            </dd>
          </div>
        ))}
        {balance.value.value === undefined && (
          <div>
            <dt>Not read yet</dt>
            <dd class="strong">–</dd>
          </div>
        )}
      </dl>
      <p class="hint">With what open orders hold.</p>
    </Card>
  );
}

/** Unknown: the server has not told yet, and it may be there. */
function NotRead() {
  return (
    <Empty title="Not read yet.">The server has not answered; what is there is unknown.</Empty>
  );
}

function Positions() {
  const list = positions.value.value?.positions ?? [];
  return (
    <Card title="Positions" wide>
      {positions.value.value === undefined ? (
        <NotRead />
      ) : list.length === 0 ? (
        <Empty title="Nothing is held.">
          A filled order opens a position; it stands here with its profit.
        </Empty>
      ) : (
        <Table
          label="Positions"
          count={list.length}
          empty=""
          head={["Symbol", "Side", "Quantity", "Entry", "Mark", "Open profit", "Realised", "Do"]}
          numbers={["Quantity", "Entry", "Mark", "Open profit", "Realised"]}
        >
          {list.map((position) => (
            <PositionRow key={`${position.symbol}${position.side}`} position={position} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function PositionRow({ position }: { readonly position: Position }) {
  const { symbol, side, quantity } = position;
  const [isAsked, setAsked] = useState(false);
  const close = useDecision(async (_: undefined, until) => {
    const { message } = await told(
      () => clients.value.execution.closePositions({ body: { symbol, side } }, { signal: until }),
      tradeWordsOf,
    ).finally(readAccount);
    toast(message);
  });
  return (
    <tr>
      <td>{symbol}</td>
      <td>{side}</td>
      <td class="number">{grouped(quantity)}</td>
      <td class="number">{grouped(position.entry_price)}</td>
      <td class="number">
        <Mark position={position} />
      </td>
      <td class={toneOf(position.unrealized_pnl)}>{grouped(position.unrealized_pnl)}</td>
      <td class={toneOf(position.realized_pnl)}>{grouped(position.realized_pnl)}</td>
      <td>
        {isAsked ? (
          <Confirm
            title={`Close ${symbol}`}
            words={["Close at the market", "Closing …"]}
            busy={close.busy}
            onYes={() => void close.run(undefined)}
            onBack={() => setAsked(false)}
            onCancel={close.cancel}
          >
            {close.problem !== undefined && <Notice kind="poor">{close.problem}</Notice>}
          </Confirm>
        ) : (
          <button type="button" class="second small" onClick={() => setAsked(true)}>
            Close
          </button>
        )}
      </td>
    </tr>
  );
}

function toneOf(amount: string | null): string {
  if (amount === null || /^-?0(\.0*)?$/u.test(amount)) return "number";
  return amount.startsWith("-") ? "number loss" : "number gain";
}

function Orders() {
  const [filter, setFilter] = useQuery("orders");
  const all = orders.value.value?.orders ?? [];
  const list = all.filter(({ status }) => filter !== "open" || OPEN.has(status));
  return (
    <Card
      title="Orders"
      wide
      aside={
        <label class="check">
          <input
            type="checkbox"
            checked={filter === "open"}
            onChange={(event) => setFilter(event.currentTarget.checked ? "open" : "")}
          />
          open ones only
        </label>
      }
    >
      {orders.problem.value !== undefined && <Notice kind="poor">{orders.problem.value}</Notice>}
      {orders.value.value === undefined ? (
        <NotRead />
      ) : list.length === 0 ? (
        <Empty title={filter === "open" ? "No order is open." : "No order yet."}>
          Orders at the market fill at once at the last price; limit and stop orders wait for a
          candle that touches them.
        </Empty>
      ) : (
        <Table
          label="Orders"
          count={list.length}
          empty=""
          head={[
            "Created (UTC)",
            "Symbol",
            "Side",
            "Type",
            "Quantity",
            "Price",
            "Filled",
            "at",
            "Fee",
            "State",
            "Do",
          ]}
          numbers={["Quantity", "Price", "Filled", "at", "Fee"]}
        >
          {list.map((order) => (
            <OrderRow key={order.order_id} order={order} />
          ))}
        </Table>
      )}
    </Card>
  );
}

/** The mark with its time; without one, the time since which there is none. */
function Mark({ position: { mark_price: mark, price_time: time } }: { position: Position }) {
  if (time === null) return <>{grouped(mark)}</>;
  return (
    <span title={`Price of ${utcMinute(time)}`}>
      {mark === null ? `none since ${utcMinute(time)}` : grouped(mark)}
    </span>
  );
}

function OrderRow({ order }: { readonly order: Order }) {
  const { order_id: id, symbol, status } = order;
  const cancel = useDecision(async (_: undefined, until) => {
    const asked = { params: { order_id: id }, query: { symbol } };
    await told(
      () => clients.value.execution.cancelOrder(asked, { signal: until }),
      tradeWordsOf,
    ).finally(readAccount);
    toast("The order was cancelled.");
  });
  return (
    <tr>
      <td>{utc(order.created_at)}</td>
      <td>{symbol}</td>
      <td>{order.side}</td>
      <td>{spaced(order.order_type)}</td>
      <td class="number">{grouped(order.quantity)}</td>
      <td class="number">{grouped(order.price ?? order.stop_price)}</td>
      <td class="number">{grouped(order.filled_qty)}</td>
      <td
        class="number"
        title={order.price_time === null ? undefined : `Price of ${utcMinute(order.price_time)}`}
      >
        {grouped(order.avg_price)}
      </td>
      <td class="number">{grouped(order.fee)}</td>
      <td>
        <Badge
          state={status}
          kind={status === "filled" ? "good" : OPEN.has(status) ? "fair" : "poor"}
        />
      </td>
      <td>
        {OPEN.has(status) && (
          <button
            type="button"
            class="second small"
            disabled={cancel.busy}
            onClick={() => void cancel.run(undefined)}
          >
            Cancel
          </button>
        )}
        {cancel.problem !== undefined && <span class="fault">{cancel.problem}</span>}
      </td>
    </tr>
  );
}
