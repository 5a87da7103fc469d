/** The paper account, or the venue that the server trades at: balance, positions, orders and fills. */

import type { Order, OrderRequest, Position } from "@bourse/contract/backtest";
import {
  Badge,
  Card,
  Confirm,
  Empty,
  Field,
  loaded,
  Notice,
  spaced,
  Table,
  toast,
  useDecision,
  useQuery,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { fills } from "../model/live.ts";
import { exact, utc } from "../model/numbers.ts";
import { doubt, placeOrder } from "../model/place-order.ts";
import { clients } from "../model/session.ts";
import { tradeWordsOf, wordsOf } from "../model/words.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { SymbolField } from "../parts/symbol-field.tsx";

const OPEN = new Set(["pending", "open"]);
const READ_MILLISECONDS = 10_000;
const SHOWN = 100;

async function told<Value>(work: () => Promise<Value>, words = wordsOf): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new Error(words(error));
  }
}

const balance = loaded(() => told(() => clients.peek().execution.getBalance()));
const positions = loaded(() => told(() => clients.peek().execution.listPositions()));
const orders = loaded(() =>
  told(() => clients.peek().execution.listOrders({ query: { limit: SHOWN } })),
);
const venue = loaded(() => told(() => clients.peek().execution.pingExecution()));

function readAccount(): void {
  for (const part of [balance, positions, orders]) void part.refresh();
}

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
            <dd class="strong">{exact(amount)}</dd>
          </div>
        ))}
        {balance.value.value === undefined && (
          <div>
            <dt>…</dt>
            <dd class="strong">–</dd>
          </div>
        )}
      </dl>
      <p class="hint">With what open orders hold.</p>
    </Card>
  );
}

function OrderForm() {
  const [symbol, setSymbol] = useQuery("symbol", "BTCUSDT");
  const [side, setSide] = useQuery("side", "buy");
  const [type, setType] = useQuery("type", "market");
  const [quantity, setQuantity] = useState("");
  const [price, setPrice] = useState("");
  const [stop, setStop] = useState("");
  const hasPrice = type === "limit" || type === "stop_limit";
  const hasStop = type === "stop" || type === "stop_limit";
  const send = useDecision(async (_: undefined, until) => {
    const body = {
      symbol,
      side: side as OrderRequest["side"],
      order_type: type as OrderRequest["order_type"],
      quantity,
      ...(hasPrice && { price }),
      ...(hasStop && { stop_price: stop }),
    };
    const order = await told(() => placeOrder(body, until));
    if (order !== undefined) toast(`The order is ${order.status}.`);
    readAccount();
  });
  return (
    <Card title="New order">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send.run(undefined);
        }}
      >
        <div class="fields">
          <SymbolField value={symbol} onInput={setSymbol} />
          <ChoiceField label="Side" value={side} choices={SIDES} onChange={setSide} />
          <ChoiceField label="Type" value={type} choices={TYPES} onChange={setType} />
          <Amount
            label="Quantity"
            hint="In base units, such as 0.25."
            value={quantity}
            onInput={setQuantity}
          />
          {hasPrice && <Amount label="Limit price" value={price} onInput={setPrice} />}
          {hasStop && <Amount label="Stop price" value={stop} onInput={setStop} />}
        </div>
        <div class="buttons">
          <button type="submit" disabled={send.busy || quantity === ""}>
            {send.busy ? "Placing …" : `Place the order`}
          </button>
          {send.busy && (
            <button type="button" class="second" onClick={send.cancel}>
              Cancel
            </button>
          )}
        </div>
      </form>
      {send.problem !== undefined && <Notice kind="poor">{send.problem}</Notice>}
      <OrderInDoubt />
    </Card>
  );
}

const SIDES = ["buy", "sell"].map((one) => [one, one] as const);
const TYPES = ["market", "limit", "stop", "stop_limit"].map((one) => [one, spaced(one)] as const);

interface AmountProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function Amount({ label, hint, value, onInput }: AmountProps) {
  return (
    <Field label={label} hint={hint}>
      {(ties) => (
        <input
          {...ties}
          inputMode="decimal"
          autocomplete="off"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}

function OrderInDoubt() {
  if (doubt.value === undefined) return null;
  const { body, reason } = doubt.value;
  return (
    <Notice kind="fair">
      {`${reason} The order to ${body.side} ${String(body.quantity)} ${body.symbol} may have been placed: look at the orders. Placed again unchanged it is the same order, never a second one. `}
      <button type="button" class="second small" onClick={() => (doubt.value = undefined)}>
        It is settled
      </button>
    </Notice>
  );
}

function Positions() {
  const list = positions.value.value?.positions ?? [];
  return (
    <Card title="Positions" wide>
      {list.length === 0 ? (
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
      <td class="number">{exact(quantity)}</td>
      <td class="number">{exact(position.entry_price)}</td>
      <td class="number">
        <Mark position={position} />
      </td>
      <td class={toneOf(position.unrealized_pnl)}>{exact(position.unrealized_pnl)}</td>
      <td class={toneOf(position.realized_pnl)}>{exact(position.realized_pnl)}</td>
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
      {list.length === 0 ? (
        <Empty title="No order yet.">
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
  if (time === null) return <>{exact(mark)}</>;
  return <span title={`Price of ${utc(time)} UTC`}>{mark ?? `none since ${utc(time)}`}</span>;
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
      <td class="number">{exact(order.quantity)}</td>
      <td class="number">{exact(order.price ?? order.stop_price)}</td>
      <td class="number">{exact(order.filled_qty)}</td>
      <td
        class="number"
        title={order.price_time === null ? undefined : `Price of ${utc(order.price_time)} UTC`}
      >
        {exact(order.avg_price)}
      </td>
      <td class="number">{exact(order.fee)}</td>
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
