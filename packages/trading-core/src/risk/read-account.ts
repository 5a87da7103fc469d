/** The account and the market of an order, as the broker shows them. */

import type { Decimal } from "@bourse/kernel";

import { ExecutionError } from "../execution/errors.ts";
import { readAmount } from "../execution/paper/amount.ts";
import type { ExecutionBroker, Order, Position } from "../execution/port.ts";
import { splitPair } from "../market-data/canonical-symbol.ts";

/** Last price of a symbol, and its time. */
export interface LastPrice {
  /** Price in quote units. */
  readonly price: Decimal;
  /** Time of the price, milliseconds UTC. */
  readonly priceTime: number;
}

/** Finds the last price of a symbol; null when there is none. */
export type FindLastPrice = (symbol: string) => Promise<LastPrice | null>;

/** The account as a broker shows it. */
export interface ShownAccount {
  readonly positions: readonly Position[];
  /** Pending and open orders. */
  readonly open: readonly Order[];
  readonly equity: Decimal | null;
}

/** Orders of a page of open ones, and the most pages that are read: beyond them an account is not judged. */
const PAGE = 1000;
const PAGES = 20;

/** Reads the account. @throws ExecutionError EXECUTION_REFUSED for more than 20,000 open orders; the broker's own */
export async function readAccount(broker: ExecutionBroker, quote: string): Promise<ShownAccount> {
  const [positions, open, pending, balance] = await Promise.all([
    broker.positions(),
    listOrders(broker, "open"),
    listOrders(broker, "pending"),
    broker.balance(),
  ]);
  return { positions, open: [...open, ...pending], equity: equityOf(positions, balance, quote) };
}

/** Lists every order of a status. */
export async function listOrders(
  broker: ExecutionBroker,
  status: "open" | "pending",
): Promise<readonly Order[]> {
  const found: Order[] = [];
  for (let page = 0; page < PAGES; page++) {
    const after = found.at(-1);
    const orders = await broker.orders({ status, limit: PAGE, ...(after && { after }) });
    found.push(...orders);
    if (orders.length < PAGE) return found;
  }
  throw new ExecutionError(
    "EXECUTION_REFUSED",
    `The account has more than ${PAGE * PAGES} open orders, which its risk guard cannot judge: cancel some.`,
    { details: { exchange: broker.exchange } },
  );
}

/**
 * The balance of the quote asset with the positions at their marks: the value of those in an asset that the account
 * owns, the unrealised gain of contracts. Null when one of them has no mark.
 */
function equityOf(
  positions: readonly Position[],
  balance: Readonly<Record<string, string>>,
  quote: string,
): Decimal | null {
  let equity = readAmount(balance[quote] ?? "0");
  for (const position of positions) {
    const value = isOwned(position, balance) ? valueOf(position) : gainOf(position);
    if (value === null) return null;
    equity = equity.plus(value);
  }
  return equity;
}

function isOwned({ symbol }: Position, balance: Readonly<Record<string, string>>): boolean {
  const base = splitPair(symbol)?.base;
  return base !== undefined && balance[base] !== undefined;
}

function gainOf({ unrealizedPnl }: Position): Decimal | null {
  return unrealizedPnl === null ? null : readAmount(unrealizedPnl);
}

/** Value of a position at its mark; null without one. */
export function valueOf({ markPrice, quantity }: Position): Decimal | null {
  return markPrice === null ? null : readAmount(markPrice).times(readAmount(quantity));
}

/** Quantity of a position, below 0 for a short one. */
export function signedQuantity({ side, quantity }: Position): Decimal {
  const amount = readAmount(quantity);
  return side === "short" ? amount.negated() : amount;
}
