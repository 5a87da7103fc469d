import { seededRandom } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { readEvents } from "../../src/events/event-log.ts";
import type { RiskEvent } from "../../src/risk/index.ts";
import { buy, heldBroker, openGuarded } from "./guarded-market.ts";

const freeze = { mode: "freeze", reason: "a test", by: "key:a" } as const;
const flatten = { mode: "flatten", reason: "a test", by: "key:a" } as const;

describe("a kill switch that froze", () => {
  test("refuses every order, over a restart, and lets cancels and closes go on", async () => {
    const { guard, killSwitch, paper } = await openGuarded();
    const broker = guard();
    await broker.place(buy("1"));
    const resting = await broker.place(buy("1", { orderType: "limit", price: "90" }));
    expect(await killSwitch().set(freeze)).toMatchObject({ state: "frozen", setBy: "key:a" });
    const restarted = guard();
    await expect(restarted.place(buy("1"))).rejects.toMatchObject({
      code: "RISK_REFUSED",
      details: { rule: "kill_switch", found: "freeze" },
    });
    expect((await restarted.cancel(resting.orderId, "BTCUSDT")).status).toBe("cancelled");
    expect(await restarted.close({ symbol: "BTCUSDT" })).toHaveLength(1);
    expect(await paper.positions()).toEqual([]);
  });

  test("answers the repeat of an order that was placed before, and places no other", async () => {
    const { guard, killSwitch } = await openGuarded();
    const broker = guard();
    const placed = await broker.place(buy("1", { clientOrderId: "a" }));
    await killSwitch().set(freeze);
    expect(await broker.place(buy("1", { clientOrderId: "a" }))).toEqual(placed);
    await expect(broker.place(buy("2", { clientOrderId: "a" }))).rejects.toMatchObject({
      code: "ORDER_REUSED",
    });
  });

  test("is off after its release, and each step is an event", async () => {
    const { guard, killSwitch, store } = await openGuarded();
    await killSwitch().set(freeze);
    expect(await killSwitch().release({ by: "key:a" })).toMatchObject({ state: "off", mode: null });
    await guard().place(buy("1"));
    const events = await readEvents<RiskEvent>(store, 0);
    const types = events.map(({ type }) => type).filter((type) => type.startsWith("kill_switch"));
    expect(types).toEqual(["kill_switch.set", "kill_switch.released"]);
  });

  test.each([
    [{ ...freeze, mode: "stop" }, "mode"],
    [{ ...freeze, reason: " " }, "reason"],
    [{ ...freeze, reason: "x".repeat(501) }, "reason"],
    [{ ...freeze, by: undefined }, "by"],
    [{ ...freeze, more: 1 }, "more"],
    [undefined, "request"],
  ])("with %j is refused", async (request, field) => {
    const { killSwitch } = await openGuarded();
    await expect(killSwitch().set(request as never)).rejects.toMatchObject({
      code: "ORDER_INVALID",
      details: { field },
    });
  });
});

describe("its release by another key", () => {
  test("is refused for the key that set it, and for a caller without a name", async () => {
    const { killSwitch } = await openGuarded();
    const second = killSwitch({ release: "other_key" });
    await second.set(freeze);
    for (const by of ["key:a", null]) {
      await expect(second.release({ by })).rejects.toMatchObject({ code: "RELEASE_FORBIDDEN" });
    }
    expect(await second.release({ by: "key:b" })).toMatchObject({ state: "off" });
  });

  test("is still asked of another key after a signal has set the switch again", async () => {
    const { killSwitch } = await openGuarded();
    const second = killSwitch({ release: "other_key" });
    await second.set(freeze);
    await second.set({ mode: "flatten", reason: "SIGUSR2", by: null, source: "signal" });
    await expect(second.release({ by: "key:a" })).rejects.toMatchObject({
      code: "RELEASE_FORBIDDEN",
    });
  });

  test("waits until the file of the switch is gone", async () => {
    let isPresent = true;
    const { killSwitch } = await openGuarded();
    const held = killSwitch({ isHeld: async () => isPresent });
    await held.set({ ...freeze, by: null, source: "file" });
    await expect(held.release({ by: "key:b" })).rejects.toMatchObject({ code: "KILL_SWITCH_HELD" });
    isPresent = false;
    expect(await held.release({ by: "key:b" })).toMatchObject({ state: "off" });
  });
});

describe("an order on its way when the switch is set", () => {
  test("is awaited before the switch answers", async () => {
    const { guard, killSwitch, paper, clock } = await openGuarded();
    const held = heldBroker(paper);
    const order = guard({ broker: held.broker }).place(buy("1"));
    await held.arrived;
    let isAnswered = false;
    const set = killSwitch()
      .set(freeze)
      .then(() => (isAnswered = true));
    await clock.advance(1000);
    expect(isAnswered).toBe(false);
    held.release();
    await order;
    await clock.advance(1000);
    await set;
    expect(isAnswered).toBe(true);
  });

  test("of a process that died is awaited for 30 seconds, no longer", async () => {
    const { guard, killSwitch, paper, clock } = await openGuarded();
    const held = heldBroker(paper);
    void guard({ broker: held.broker }).place(buy("1"));
    await held.arrived;
    let isAnswered = false;
    const set = killSwitch()
      .set(freeze)
      .then(() => (isAnswered = true));
    await clock.advance(29_900);
    expect(isAnswered).toBe(false);
    await clock.advance(200);
    await set;
    expect(isAnswered).toBe(true);
  });
});

/** A thousand by hand: RACES=1000. */
const RACES = Number(process.env["RACES"] ?? 100);

test(`no order is placed after the switch has answered, in ${RACES} races of two processes`, async () => {
  const random = seededRandom(1);
  for (let race = 0; race < RACES; race++) {
    const { guard, killSwitch, paper, clock } = await openGuarded();
    const guards = [guard(), guard()];
    const turns = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await Promise.resolve();
    };
    const orders = Array.from({ length: 6 }, async (_, index) => {
      await turns(random.below(60));
      return await guards[index % 2]!.place(buy("1"));
    });
    const settled = Promise.allSettled(orders);
    const answers: number[] = [];
    const set = (async () => {
      await turns(random.below(60));
      await killSwitch().set(freeze);
      answers.push((await paper.orders()).length);
    })();
    while (answers.length === 0) await clock.advance(20);
    await Promise.all([set, settled]);
    expect((await paper.orders()).length, `race ${race}`).toBe(answers[0]);
  }
});

describe("a kill switch that flattens", () => {
  test("cancels orders, closes positions, and then is frozen", async () => {
    const { guard, killSwitch, paper, errors } = await openGuarded();
    const broker = guard();
    await broker.place(buy("2"));
    await broker.place(buy("1", { orderType: "limit", price: "90" }));
    await broker.place({
      symbol: "BTCUSDT",
      side: "sell",
      quantity: "1",
      orderType: "limit",
      price: "120",
    });
    await broker.place({ ...buy("3"), symbol: "ETHUSDT" });
    const kill = killSwitch();
    expect(await kill.set(flatten)).toMatchObject({ state: "flattening" });
    await broker.look();
    expect(await paper.positions()).toEqual([]);
    expect(await paper.orders({ status: "open" })).toEqual([]);
    await broker.look();
    expect(await kill.read()).toMatchObject({ state: "frozen", mode: "flatten" });
    await expect(broker.place(buy("1"))).rejects.toMatchObject({ code: "RISK_REFUSED" });
    expect(errors).toEqual([]);
  });

  test("goes on after a restart, and tries again what has failed", async () => {
    const { guard, killSwitch, paper, errors } = await openGuarded();
    await guard().place(buy("2"));
    await killSwitch().set(flatten);
    const away = { ...paper, close: () => Promise.reject(new Error("the venue is away")) };
    await guard({ broker: away }).look();
    expect(errors).not.toEqual([]);
    expect(await killSwitch().read()).toMatchObject({ state: "flattening" });
    const restarted = guard();
    await restarted.look();
    await restarted.look();
    expect(await paper.positions()).toEqual([]);
    expect(await killSwitch().read()).toMatchObject({ state: "frozen" });
  });

  test("never touches orders and positions of others on the account", async () => {
    const { guard, killSwitch, paper } = await openGuarded();
    await paper.place(buy("5"));
    const foreign = await paper.place(buy("1", { orderType: "limit", price: "80" }));
    const broker = guard({ ownsAccount: false });
    await broker.place(buy("2"));
    const own = await broker.place(buy("1", { orderType: "limit", price: "90" }));
    await killSwitch().set(flatten);
    for (let round = 0; round < 4; round++) await broker.look();
    expect(await killSwitch().read()).toMatchObject({ state: "frozen" });
    expect((await paper.order(own.orderId)).status).toBe("cancelled");
    expect((await paper.order(foreign.orderId)).status).toBe("open");
    expect((await paper.positions("BTCUSDT"))[0]?.quantity).toBe("5");
  });

  test("closes what an own order has bought while it rested", async () => {
    const { guard, killSwitch, paper, minute } = await openGuarded();
    const broker = guard({ ownsAccount: false });
    await broker.place(buy("2", { orderType: "limit", price: "90" }));
    await minute({ open: 100, high: 100, low: 85, close: 95 });
    await paper.settle();
    await killSwitch().set(flatten);
    for (let round = 0; round < 4; round++) await broker.look();
    expect(await paper.positions()).toEqual([]);
    expect(await killSwitch().read()).toMatchObject({ state: "frozen" });
  });
});
