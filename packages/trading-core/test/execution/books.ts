/** The account's books, added up anew from fills and orders: what must hold whatever was traded. */

import { Decimal, type Store } from "@bourse/kernel";
import { expect } from "vitest";

import {
  paperBalances,
  paperFills,
  paperOrders,
  paperPositions,
} from "../../src/execution/paper/collections.ts";

const read = (text: string): Decimal => Decimal.parse(text, { maxDigits: 400 });
const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), Decimal.zero);

/**
 * Checks balances, holds, positions and fills against each other, to the last digit; gives how many fills there are.
 */
export async function checkBooks(store: Store, start = "100000"): Promise<number> {
  const orders = (await store.find(paperOrders, { limit: 1000 })).items.map(({ value }) => value);
  const fills = (await store.find(paperFills, { limit: 1000 })).items.map(({ value }) => value);
  const positions = (await store.find(paperPositions)).items.map(({ value }) => value);
  const balances = (await store.find(paperBalances)).items.map(({ value }) => value);

  const paid = fills.map(({ side, quantity, price, fee }) => {
    const notional = read(quantity).times(read(price));
    expect(fee, "the fee is a thousandth of the notional").toBe(
      notional.times(read("0.001")).toString(),
    );
    return (side === "buy" ? notional.negated() : notional).minus(read(fee));
  });
  const expected = new Map([["USDT", read(start).plus(sum(paid))]]);
  for (const { symbol, side, quantity } of fills) {
    const base = symbol.slice(0, -4);
    const change = side === "buy" ? read(quantity) : read(quantity).negated();
    expected.set(base, (expected.get(base) ?? Decimal.zero).plus(change));
  }
  for (const { id, total, held } of balances) {
    expect(total, `all ${id} is accounted for`).toBe(expected.get(id)?.toString());
    const holds = orders.filter(({ heldAsset }) => heldAsset === id);
    expect(held, `what is held of ${id} is what resting orders hold`).toBe(
      sum(holds.map(({ heldAmount }) => read(heldAmount))).toString(),
    );
    expect(read(held).sign).not.toBe(-1);
    expect(read(held).compare(read(total))).not.toBe(1);
  }
  for (const { base, quantity } of positions) expect(quantity).toBe(expected.get(base)?.toString());
  const realized = sum(positions.map(({ realizedPnl }) => read(realizedPnl)));
  const cost = sum(positions.map((position) => read(position.cost)));
  expect(realized.minus(cost).toString(), "what trading did to the quote asset").toBe(
    sum(paid).toString(),
  );
  const filled = orders.filter(({ status }) => status === "filled").map(({ id }) => id);
  expect(fills.map(({ id }) => id).toSorted()).toEqual(filled.toSorted());
  for (const { status, heldAmount } of orders) {
    if (status !== "open" && status !== "pending") expect(heldAmount).toBe("0");
  }
  expect(orders.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    orders.map((_, index) => index + 1),
  );
  return fills.length;
}
