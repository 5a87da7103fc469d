/** Rows of Bybit's answers, and what they are to us. Numbers are text, and the empty text is none. */

import { Decimal } from "@bourse/kernel";
import type { Instrument, Order, OrderStatus, OrderType } from "@bourse/trading-core/execution";
import * as z from "zod";

const text = z.string();

export interface OrderRow {
  readonly orderId: string;
  readonly orderLinkId: string;
  readonly symbol: string;
  readonly side: "Buy" | "Sell";
  readonly orderType: string;
  readonly orderStatus: string;
  readonly qty: string;
  readonly price: string;
  readonly triggerPrice?: string | undefined;
  readonly cumExecQty: string;
  readonly avgPrice: string;
  readonly cumExecFee?: string | undefined;
  /** Newer accounts: fees by coin. */
  readonly cumFeeDetail?: Readonly<Record<string, string>> | null | undefined;
  readonly createdTime: string;
  readonly updatedTime: string;
}

export interface OrderPage {
  readonly list: readonly OrderRow[];
  readonly nextPageCursor?: string | undefined;
}

export const OrderPage: z.ZodType<OrderPage> = z.object({
  list: z.array(
    z.object({
      orderId: text,
      orderLinkId: text,
      symbol: text,
      side: z.enum(["Buy", "Sell"]),
      orderType: text,
      orderStatus: text,
      qty: text,
      price: text,
      triggerPrice: text.optional(),
      cumExecQty: text,
      avgPrice: text,
      cumExecFee: text.optional(),
      cumFeeDetail: z.record(z.string(), z.string()).nullish(),
      createdTime: text,
      updatedTime: text,
    }),
  ),
  nextPageCursor: text.optional(),
});

export interface Placed {
  readonly orderId: string;
  readonly orderLinkId: string;
}

export const Placed: z.ZodType<Placed> = z.object({ orderId: text, orderLinkId: text });

export interface PositionRow {
  /** 0 in one-way mode; 1 and 2 are the two sides of hedge mode. */
  readonly positionIdx: number;
  readonly symbol: string;
  readonly side: "Buy" | "Sell" | "";
  readonly size: string;
  readonly avgPrice: string;
  readonly leverage?: string | undefined;
  readonly markPrice: string;
  readonly unrealisedPnl: string;
  readonly cumRealisedPnl: string;
}

export interface PositionPage {
  readonly list: readonly PositionRow[];
  readonly nextPageCursor?: string | undefined;
}

export const PositionPage: z.ZodType<PositionPage> = z.object({
  list: z.array(
    z.object({
      positionIdx: z.int(),
      symbol: text,
      side: z.enum(["Buy", "Sell", ""]),
      size: text,
      avgPrice: text,
      leverage: text.optional(),
      markPrice: text,
      unrealisedPnl: text,
      cumRealisedPnl: text,
    }),
  ),
  nextPageCursor: text.optional(),
});

export interface CoinRow {
  readonly coin: string;
  readonly walletBalance: string;
  readonly locked: string;
}

export const Wallet: z.ZodType<{
  readonly list: readonly { readonly coin: readonly CoinRow[] }[];
}> = z.object({
  list: z.array(
    z.object({ coin: z.array(z.object({ coin: text, walletBalance: text, locked: text })) }),
  ),
});

export interface InstrumentRow {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  /** Coin in which a contract's profit is paid; spot has none. */
  readonly settleCoin?: string | undefined;
  /** `basePrecision` and `minOrderAmt` of spot symbols, the others of linear ones. */
  readonly lotSizeFilter: {
    readonly basePrecision?: string | undefined;
    readonly qtyStep?: string | undefined;
    readonly minOrderAmt?: string | undefined;
    readonly minNotionalValue?: string | undefined;
  };
  readonly priceFilter: { readonly tickSize: string };
}

export const InstrumentPage: z.ZodType<{ readonly list: readonly InstrumentRow[] }> = z.object({
  list: z.array(
    z.object({
      symbol: text,
      baseCoin: text,
      quoteCoin: text,
      settleCoin: text.optional(),
      lotSizeFilter: z.object({
        basePrecision: text.optional(),
        qtyStep: text.optional(),
        minOrderAmt: text.optional(),
        minNotionalValue: text.optional(),
      }),
      priceFilter: z.object({ tickSize: text }),
    }),
  ),
});

/** Rows of `[startTime, open, high, low, close, …]`, newest first. */
export const CandlePage: z.ZodType<{ readonly list: readonly (readonly string[])[] }> = z.object({
  list: z.array(z.array(z.string()).min(5)),
});

/** Order link ids of our own making: no client asked for them. */
export const OWN_LINK = "bourse-";

/** The order that a row tells of. */
export function orderOf(row: OrderRow, { base, quote }: Pick<Instrument, "base" | "quote">): Order {
  const average = amount(row.avgPrice);
  const isOwn = row.orderLinkId === "" || row.orderLinkId.startsWith(OWN_LINK);
  const orderType = typeOf(row);
  return {
    orderId: row.orderId,
    clientOrderId: isOwn ? null : row.orderLinkId,
    symbol: row.symbol,
    side: row.side === "Buy" ? "buy" : "sell",
    orderType,
    quantity: amount(row.qty)?.toString() ?? "0",
    price: orderType === "market" || orderType === "stop" ? null : textOf(amount(row.price)),
    stopPrice: textOf(triggerOf(row)),
    status: statusOf(row.orderStatus),
    filledQuantity: amount(row.cumExecQty)?.toString() ?? "0",
    averagePrice: textOf(average),
    fee: feeOf(row, average, base, quote),
    source: "bybit",
    priceTime: null,
    createdAt: Number(row.createdTime),
    updatedAt: Number(row.updatedTime),
  };
}

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  Untriggered: "pending",
  New: "open",
  PartiallyFilled: "open",
  Filled: "filled",
  Cancelled: "cancelled",
  PartiallyFilledCanceled: "cancelled",
  Deactivated: "cancelled",
  Rejected: "rejected",
};

export function statusOf(word: string): OrderStatus {
  return STATUSES[word] ?? "pending";
}

export function isFinal(status: OrderStatus): boolean {
  return status === "filled" || status === "cancelled" || status === "rejected";
}

/** Canonical text of an amount; null for none and for the zero that Bybit writes for none. */
export function amount(written: string | undefined): Decimal | null {
  if (written === undefined || !/^-?\d+(\.\d+)?$/u.test(written)) return null;
  const value = Decimal.parse(written.replace(/^(-?)0+(?=\d)/u, "$1"));
  return value.sign === 0 ? null : value;
}

function textOf(value: Decimal | null): string | null {
  return value?.toString() ?? null;
}

function triggerOf(row: OrderRow): Decimal | null {
  return amount(row.triggerPrice);
}

function typeOf(row: OrderRow): OrderType {
  const isMarket = row.orderType === "Market";
  if (triggerOf(row) !== null) return isMarket ? "stop" : "stop_limit";
  return isMarket ? "market" : "limit";
}

/** Bybit takes the fee of a spot purchase in the asset that was bought. */
function feeOf(row: OrderRow, average: Decimal | null, base: string, quote: string): string {
  const byCoin = row.cumFeeDetail;
  if (byCoin === null || byCoin === undefined) return amount(row.cumExecFee)?.toString() ?? "0";
  const inQuote = amount(byCoin[quote]) ?? Decimal.zero;
  const inBase = amount(byCoin[base]) ?? Decimal.zero;
  return inQuote.plus(inBase.times(average ?? Decimal.zero)).toString();
}
