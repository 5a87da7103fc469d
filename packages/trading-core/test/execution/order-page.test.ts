import { expect, test } from "vitest";

import { orderPage, type Order } from "../../src/execution/index.ts";

const order = (orderId: string, createdAt: number) => ({ orderId, createdAt }) as Order;

/** Orders as a venue shows them: of one time, the later ones come first. */
const ORDERS = [order("e", 5), order("a", 1), order("d", 3), order("c", 3), order("b", 3)];

const idsOf = (orders: readonly Order[]): string => orders.map(({ orderId }) => orderId).join("");

test("a page holds the newest orders, up to its limit", () => {
  expect(idsOf(orderPage(ORDERS, {}))).toBe("edcba");
  expect(idsOf(orderPage(ORDERS, { limit: 2 }))).toBe("ed");
});

test("the page after an order goes on behind it, among orders of the same time too", () => {
  expect(idsOf(orderPage(ORDERS, { after: order("d", 3), limit: 2 }))).toBe("cb");
  expect(idsOf(orderPage(ORDERS, { after: order("b", 3), limit: 2 }))).toBe("a");
  expect(idsOf(orderPage(ORDERS, { after: order("a", 1) }))).toBe("");
});

test("the page after an order that has left the list goes on with older ones", () => {
  expect(idsOf(orderPage(ORDERS, { after: order("x", 4) }))).toBe("dcba");
  expect(idsOf(orderPage(ORDERS, { after: order("x", 3) }))).toBe("a");
  expect(idsOf(orderPage(ORDERS, { after: order("x", 0) }))).toBe("");
});
