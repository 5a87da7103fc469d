/** Acts that processes ask of each other: what an absent answer means, and what the audit trail says of them. */

import {
  createAuditTrail,
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  KernelError,
  type Bus,
} from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { resolveBusKeys } from "../../src/bus/bus-keys.ts";
import { ExecutionError, type ExecutionBroker } from "../../src/execution/index.ts";
import {
  backtestCollections,
  remoteBroker,
  remoteMarketData,
  serveExecution,
  serveMarketData,
} from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { noCache, noImports } from "../../src/market-data/no-storage.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const ORDER = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
const MAY_HAVE = /may have been/u;

/** A bus whose requests all fail alike. */
function failing(
  code: "BUS_UNAVAILABLE" | "BUS_TIMEOUT" | "BUS_NO_RESPONDER",
  details: object,
): Bus {
  const error = new KernelError(code, "Away.", { details: { ...details } });
  return { ...createInProcessBus(), request: () => Promise.reject(error) };
}

const messageOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => "no error",
    ({ code, message }: ExecutionError) => `${code}: ${message}`,
  );

describe("without an answer of the execution service", () => {
  test.each(["BUS_UNAVAILABLE", "BUS_TIMEOUT", "BUS_NO_RESPONDER"] as const)(
    "%s of a call that nobody began says that nothing was done",
    async (code) => {
      const broker = remoteBroker(failing(code, { isUndone: true }), "paper");
      for (const call of [
        broker.place(ORDER),
        broker.cancel("a", "BTCUSDT"),
        broker.close({ symbol: "BTCUSDT" }),
      ]) {
        expect(await messageOf(call)).toBe(
          "EXECUTION_UNAVAILABLE: The execution service cannot be reached now. Nothing was done. Try again later.",
        );
      }
    },
  );

  test("a call that somebody may have begun says what may have been done, of an act alone", async () => {
    const broker = remoteBroker(failing("BUS_TIMEOUT", { isUndone: false }), "paper");
    expect(await messageOf(broker.place(ORDER))).toMatch(/An order may have been placed/u);
    expect(await messageOf(broker.cancel("a", "A"))).toMatch(/may have been cancelled/u);
    expect(await messageOf(broker.close({ symbol: "A" }))).toMatch(/may have been closed/u);
    for (const reading of [broker.balance(), broker.orders(), broker.order("a"), broker.ping()]) {
      const message = await messageOf(reading);
      expect(message).toMatch(/^EXECUTION_UNAVAILABLE: .* Try again later\.$/u);
      expect(message).not.toMatch(MAY_HAVE);
    }
  });

  test("a bus inside of the process knows that nobody serves", async () => {
    const broker = remoteBroker(createInProcessBus(), "paper");
    expect(await messageOf(broker.place(ORDER))).not.toMatch(MAY_HAVE);
  });
});

describe("an act that came over the bus", () => {
  const clock = createManualClock();
  const open = () => {
    const store = createMemoryStore({ collections: backtestCollections });
    return { store, bus: createInProcessBus(), trail: createAuditTrail({ store, clock }) };
  };

  test("has a row with its caller and its outcome, and reading has none", async () => {
    const { bus, trail } = open();
    const venue = {
      ...remoteBroker(bus, "paper"),
      place: ({ quantity }: { readonly quantity: string }) =>
        quantity === "1"
          ? Promise.resolve({ orderId: "o1" })
          : Promise.reject(new ExecutionError("FUNDS_INSUFFICIENT", "Too poor.", { details: {} })),
      cancel: () => Promise.resolve({ orderId: "o1" }),
      close: () => Promise.reject(new Error("a fault of the inside")),
      balance: () => Promise.resolve({}),
    } as unknown as ExecutionBroker;
    serveExecution(bus, venue, { trail });
    const exchanges = createExchangeDirectory(
      { simulated: createSimulatedProvider() },
      "simulated",
    );
    serveMarketData(bus, { exchanges, cache: noCache, imports: noImports }, { trail });
    const named: Bus = {
      ...bus,
      request: (service, method, payload, options) =>
        bus.request(service, method, payload, { ...options, caller: "the api" }),
    };
    const broker = remoteBroker(named, "paper");
    await broker.place(ORDER, { owner: "key:1", idempotencyKey: "a secret of the caller" });
    await broker.place({ ...ORDER, quantity: "2" }).catch(() => undefined);
    await broker.cancel("o1", "BTCUSDT");
    await broker.close({ symbol: "BTCUSDT" }).catch(() => undefined);
    await broker.balance();
    const data = remoteMarketData(bus, exchanges);
    await data.cache.clear();
    await data.imports.delete({ symbol: "OWN", interval: "1h" }).catch(() => undefined);
    await trail.flush();
    const { items: rows } = await trail.find();
    expect(rows.toReversed()).toMatchObject([
      {
        action: "bus.order.placed",
        actor: "process:the api",
        subject: "o1",
        outcome: "ok",
        details: { symbol: "BTCUSDT", side: "buy", quantity: "1", owner: "key:1" },
      },
      { action: "bus.order.placed", outcome: "refused", code: "FUNDS_INSUFFICIENT" },
      { action: "bus.order.cancelled", subject: "o1", outcome: "ok" },
      { action: "bus.position.closed", subject: "BTCUSDT", outcome: "failed", code: "INTERNAL" },
      { action: "bus.cache.cleared", actor: "anonymous", outcome: "ok" },
      { action: "bus.candles.deleted", subject: "OWN", outcome: "refused" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("a secret of the caller");
  });
});

describe("the key of the bus", () => {
  test("is made once in the store, and is the same for everybody", async () => {
    const store = createMemoryStore({ collections: backtestCollections });
    const found = await Promise.all(Array.from({ length: 20 }, () => resolveBusKeys([], store)));
    const [keys] = found;
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/u)]);
    expect(new Set(found.flat()).size).toBe(1);
    const other = createMemoryStore({ collections: backtestCollections });
    expect(await resolveBusKeys([], other)).not.toEqual(keys);
  });

  test("is that of the settings; the word `store` among them is the stored one", async () => {
    const store = createMemoryStore({ collections: backtestCollections });
    expect(await resolveBusKeys(["new", "old"], undefined)).toEqual(["new", "old"]);
    const [stored] = await resolveBusKeys([], store);
    expect(await resolveBusKeys(["new", "store"], store)).toEqual(["new", stored]);
  });
});
