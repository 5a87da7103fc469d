/** The form of a new order, with the last price and what the order costs at it. */

import type { OrderRequest } from "@bourse/contract/backtest";
import {
  Card,
  Field,
  grouped,
  loaded,
  Notice,
  spaced,
  toast,
  useDecision,
  useQuery,
} from "@bourse/ui";
import { useEffect, useMemo, useState } from "preact/hooks";

import { readAccount, told } from "../../model/account.ts";
import { product } from "../../model/amounts.ts";
import { quoteOf } from "../../model/currency.ts";
import { utcMinute } from "../../model/numbers.ts";
import { doubt, placeOrder } from "../../model/place-order.ts";
import { clients } from "../../model/session.ts";
import { symbolFault } from "../../model/symbol-fault.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";
import { SymbolField } from "../../parts/symbol-field.tsx";

export function OrderForm() {
  const [symbol, setSymbol] = useQuery("symbol", "BTCUSDT");
  const [side, setSide] = useQuery("side", "buy");
  const [type, setType] = useQuery("type", "market");
  const [quantity, setQuantity] = useState("");
  const [price, setPrice] = useState("");
  const [stop, setStop] = useState("");
  const last = useLastPrice(symbol);
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
        <LastPrice last={last} />
        <Cost
          symbol={symbol}
          quantity={quantity}
          price={hasPrice ? price : hasStop ? stop : last.value.value?.price}
          isSure={type === "limit"}
          side={side}
        />
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

interface Priced {
  readonly price: string;
  readonly time: string;
  readonly exchange: string;
}

const PRICE_MILLISECONDS = 10_000;

/** The close of the newest minute of a symbol, read again every ten seconds. */
function useLastPrice(symbol: string) {
  const last = useMemo(
    () =>
      loaded<Priced | undefined>(() =>
        told(async () => {
          if (symbolFault(symbol) !== undefined) return undefined;
          const query = { symbol, interval: "1", limit: 1 };
          const { records, exchange } = await clients.peek().backtest.getKlines({ query });
          const newest = records.at(-1);
          if (newest === undefined) return undefined;
          const price = String(newest.close);
          return { price: product(price, "1") ?? price, time: newest.timestamp, exchange };
        }),
      ),
    [symbol],
  );
  useEffect(() => {
    void last.refresh();
    const timer = setInterval(() => {
      if (!document.hidden) void last.refresh();
    }, PRICE_MILLISECONDS);
    return () => clearInterval(timer);
  }, [last]);
  return last;
}

function LastPrice({ last }: { readonly last: ReturnType<typeof useLastPrice> }) {
  const { value: known } = last.value;
  const { value: problem } = last.problem;
  return (
    <p class="hint">
      {known === undefined
        ? `The last price is unknown${problem === undefined ? "." : `: ${problem}`}`
        : `Last price ${grouped(known.price)}, minute of ${utcMinute(known.time)}, ${known.exchange}.`}
      {known !== undefined && problem !== undefined && ` It could not be read again: ${problem}`}
    </p>
  );
}

interface CostProps {
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string | undefined;
  /** True where the order fills at this price or a better one. */
  readonly isSure: boolean;
}

/** The money that the order moves before fees, or why it is not known; nothing before a quantity is given. */
function Cost({ symbol, side, quantity, price, isSure }: CostProps) {
  if (quantity === "") return null;
  const amount = price === undefined ? undefined : product(quantity, price);
  const bound = isSure ? (side === "buy" ? "at most " : "at least ") : "about ";
  const words = side === "buy" ? "It costs" : "It brings";
  return (
    <p class="cost" role="status">
      {amount === undefined ? (
        "What it costs is unknown without a quantity and a price."
      ) : (
        <>
          {words} {bound}
          <b>
            {grouped(amount)} {quoteOf(symbol) ?? "of the quote currency"}
          </b>
          , before fees.
        </>
      )}
    </p>
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
