/** One execution: order, balances, position and fill change together, inside the caller's transaction. */

import { Decimal, type Transaction } from "@bourse/kernel";

import { recordEvent } from "../../events/event-log.ts";
import { ExecutionError } from "../errors.ts";
import type { Instrument } from "../instruments.ts";
import type { OrderSide } from "../port.ts";
import type { TradeEvent } from "../trade-event.ts";
import { changeBalances } from "./account.ts";
import { readAmount } from "./amount.ts";
import { paperFills, paperPositions, type PaperOrder } from "./collections.ts";
import { fillPosition } from "./position.ts";

export interface FillTerms {
  readonly instrument: Instrument;
  /** A fraction of the notional. */
  readonly feeRate: Decimal;
  /** Milliseconds UTC. */
  readonly now: number;
  /** Time at which the candle of the price closed, milliseconds UTC. */
  readonly priceTime: number;
}

/**
 * The order, filled whole at `price`; what it held back is free again. The order's own document is the caller's to
 * write.
 *
 * @throws ExecutionError FUNDS_INSUFFICIENT before anything was written
 */
export async function fillOrder(
  tx: Transaction,
  order: PaperOrder,
  price: Decimal,
  { instrument, feeRate, now, priceTime }: FillTerms,
): Promise<{ readonly order: PaperOrder; readonly event: TradeEvent }> {
  const quantity = readAmount(order.quantity);
  const notional = quantity.times(price);
  const fee = notional.times(feeRate);
  await pay(tx, order, instrument, { quantity, notional, fee });
  const found = await tx.get(paperPositions, order.symbol);
  const { position, realizedPnl } = fillPosition(found?.value ?? flat(order, instrument), {
    side: order.side,
    quantity,
    price,
    fee,
  });
  const { id, symbol, side, clientOrderId, source } = order;
  // A position that was flat until now begins anew, at the prices of this order's source.
  const next = { ...position, source };
  if (found === undefined) await tx.insert(paperPositions, next);
  else await tx.replace(paperPositions, next, found.version);
  const fill = {
    symbol,
    side,
    quantity: order.quantity,
    price: price.toString(),
    source,
    fee: fee.toString(),
    realizedPnl: realizedPnl.toString(),
  };
  await tx.insert(paperFills, { id, ...fill, time: now });
  const event: TradeEvent = {
    type: side === "buy" ? "trade.entered" : "trade.exited",
    timestamp: now,
    trade: { orderId: id, clientOrderId, ...fill },
  };
  return {
    order: {
      ...order,
      status: "filled",
      filledQuantity: order.quantity,
      averagePrice: fill.price,
      fee: fill.fee,
      heldAmount: "0",
      priceTime,
      updatedAt: now,
    },
    event: await recordEvent(tx, event),
  };
}

/** The price after slippage against the trade, on the tick that is worse for it. */
export function slippedPrice(
  price: Decimal,
  side: OrderSide,
  slippage: Decimal,
  { tick, symbol }: Instrument,
): Decimal {
  const one = Decimal.fromUnits(1n);
  const slipped = price.times(side === "buy" ? one.plus(slippage) : one.minus(slippage));
  const step = Decimal.parse(tick);
  const onTick = slipped.roundedToStep(step, side === "buy" ? "ceil" : "floor");
  if (onTick.sign === 1) return onTick;
  throw new ExecutionError(
    "ORDER_INVALID",
    `The price of ${symbol}, ${price.toString()}, is below its tick of ${tick}; set a finer tick.`,
    { details: { field: "symbol" } },
  );
}

/** A purchase takes notional and fee from the quote asset, a sale pays the notional less the fee into it. */
async function pay(
  tx: Transaction,
  order: PaperOrder,
  { base, quote }: Instrument,
  amounts: { readonly quantity: Decimal; readonly notional: Decimal; readonly fee: Decimal },
): Promise<void> {
  const { quantity, notional, fee } = amounts;
  const freed = readAmount(order.heldAmount).negated();
  const isBuy = order.side === "buy";
  // The paying side first: it alone can fail, and nothing was written then.
  await changeBalances(tx, [
    isBuy
      ? { asset: quote, total: notional.plus(fee).negated(), held: freed }
      : { asset: base, total: quantity.negated(), held: freed },
    isBuy ? { asset: base, total: quantity } : { asset: quote, total: notional.minus(fee) },
  ]);
}

function flat({ symbol, source }: PaperOrder, { base }: Instrument) {
  return { id: symbol, base, source, quantity: "0", cost: "0", realizedPnl: "0" };
}
