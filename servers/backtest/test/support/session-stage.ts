/** Servers over one store that follow the sockets of the stand-in exchange, whose time a test lets pass. */

import { backtestApi, Session } from "@bourse/contract/backtest";
import {
  createBybitBroker,
  createBybitCandleStream,
  createBybitProvider,
  type BybitBroker,
} from "@bourse/exchange-bybit";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import { createHttpServer } from "@bourse/http";
import { createInProcessBus, type Store } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { createBacktestService } from "@bourse/trading-core";
import type { ExecutionBroker } from "@bourse/trading-core/execution";
import { createExchangeDirectory } from "@bourse/trading-core/market-data";
import { createStreamDirectory } from "@bourse/trading-core/streams";
import { onTestFinished, vi } from "vitest";

import { KEY, SECRET } from "../../../../packages/adapters/exchange-bybit/test/bybit-exchange.ts";
import { openStreamWorld } from "../../../../test/world/exchange/stream-world.ts";
import { STORE_COLLECTIONS, STORE_SCHEMA } from "../../src/store-url.ts";
import { callsTo, type Calls } from "./calls.ts";

const MINUTE = 60_000;

/** Name of the account of live sessions. */
export const ACCOUNT = "main";

interface StagedServer {
  readonly calls: Calls;
  readonly stop: () => Promise<void>;
  /** Cuts the server off from its store, as when its process is killed. */
  readonly die: () => void;
}

export interface SessionStage {
  /** Starts a server over the store. */
  readonly start: () => Promise<StagedServer>;
  /** The account at the exchange, as its owner sees it: fills are at a price of 100. */
  readonly account: ExecutionBroker;
  /** Lets minutes pass. */
  readonly wait: (minutes: number) => Promise<void>;
  /** Lets minutes pass, and waits for the session to have worked off the candle of each. */
  readonly pass: (calls: Calls, id: string, minutes: number) => Promise<void>;
}

/** Opens the exchange, and the store at an address. */
export async function openSessionStage(storeUrl: string): Promise<SessionStage> {
  const world = await openStreamWorld(createBybitCandleStream);
  onTestFinished(() => world.close());
  const store = await openStore(storeUrl, {
    collections: STORE_COLLECTIONS,
    schema: STORE_SCHEMA,
    processClock: world.clock,
  });
  onTestFinished(() => store.close());
  const wait = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) await world.pass(MINUTE);
  };
  const bybit = (): BybitBroker => {
    const broker = createBybitBroker({
      apiKey: KEY,
      apiSecret: SECRET,
      origin: world.exchange.url,
      clock: world.clock,
      requestsPerSecond: 1000,
    });
    onTestFinished(() => broker.close());
    return broker;
  };
  return {
    wait,
    account: bybit().broker,
    start: () => startOver(store, world, bybit()),
    async pass(calls, id, minutes) {
      const read = async (): Promise<Session> =>
        Session.parse((await calls.get(`/api/sessions/${id}`)).body);
      for (let minute = 0; minute < minutes; minute += 1) {
        await world.pass(MINUTE);
        const open = world.now() - (world.now() % MINUTE) - MINUTE;
        // What is told from history waits for the clock too.
        await vi.waitUntil(
          async () => {
            const { last_candle_time: last } = await read();
            if (last !== null && Date.parse(last) >= open) return true;
            await world.pass(500);
            return false;
          },
          { timeout: 30_000, interval: 2 },
        );
      }
    },
  };
}

type World = Awaited<ReturnType<typeof openStreamWorld>>;

async function startOver(
  store: Store,
  { clock, exchange, stream }: World,
  { broker, instrument, clockOffset }: BybitBroker,
): Promise<StagedServer> {
  const provider = createBybitProvider({ origin: exchange.url, clock });
  onTestFinished(() => provider.close());
  const exchanges = createExchangeDirectory({ bybit: provider }, "bybit");
  let isDead = false;
  const service = createBacktestService({
    store: mortal(store, () => isDead),
    bus: createInProcessBus({ clock }),
    clock,
    exchanges,
    streams: createStreamDirectory({ exchanges, streams: { bybit: stream }, clock }),
    execution: broker,
    // The stand-in takes its fees in the quote asset, unlike Bybit's spot market.
    live: { broker, account: ACCOUNT, instruments: instrument, clockOffset },
  });
  await service.start();
  const http = createHttpServer({ api: backtestApi, routes: bindBacktestApi(service) });
  const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
  let stopped: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await http.drain({ deadlineMilliseconds: 0 });
    if (!isDead) await service.stop({ deadlineMilliseconds: 0 });
  };
  const stop = (): Promise<void> => (stopped ??= end());
  onTestFinished(stop);
  return { calls: callsTo(url), stop, die: () => void (isDead = true) };
}

/** The store as a process has it, which reads and writes nothing once it is dead. */
function mortal(store: Store, isDead: () => boolean): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]): unknown =>
        isDead()
          ? Promise.reject(new Error("this process is dead"))
          : (Reflect.apply(member, target, given) as unknown);
    },
  });
}
