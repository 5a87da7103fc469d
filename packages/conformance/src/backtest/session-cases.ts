import assert from "node:assert/strict";

import type { Schema } from "@bourse/contract";
import {
  Session,
  SessionDecision,
  SessionDrift,
  SessionEquityPoint,
  SessionFill,
  SessionOrder,
} from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectRefusal, shown } from "../http/expect.ts";
import { eventually, type Wire } from "../http/wire.ts";

const PATH = "/api/sessions";
const UNKNOWN = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const REQUEST = {
  strategy: "ma_crossover",
  parameters: { fast_period: 2, slow_period: 5 },
  symbol: "BTCUSDT",
  interval: "1",
  warm_up_candles: 10,
};

/** Creates a paper session on candles of a minute. */
export async function newSession(wire: Wire, more: object = {}): Promise<Session> {
  return expectData(await wire.post(PATH, { ...REQUEST, ...more }), Session, 201);
}

/** Acts on a session. */
export async function actOn(wire: Wire, id: string, act: string): Promise<Session> {
  return expectData(await wire.post(`${PATH}/${id}/${act}`), Session);
}

/** Waits until a session has worked off the candles of its warm-up, and ends it. */
export async function endedSession(wire: Wire): Promise<string> {
  const { id } = await newSession(wire);
  await warm(wire, id);
  await actOn(wire, id, "stop");
  return id;
}

function warm(wire: Wire, id: string): Promise<Session> {
  return eventually(
    async () => expectData(await wire.get(`${PATH}/${id}`), Session),
    ({ candles }) => candles >= 10,
  );
}

/** Reads a list whose items are of a schema. */
async function listOf<Item>(
  wire: Wire,
  path: string,
  item: Schema<unknown, Item>,
): Promise<readonly Item[]> {
  const answer = await wire.get(path);
  const items = answer.json as readonly unknown[];
  assert.ok(Array.isArray(items), shown(answer));
  return items.map((json) => expectData({ ...answer, json }, item));
}

/** Trading sessions. */
export const sessionCases: readonly Case[] = [
  {
    name: "a session is told the candles before it trades, decides on each, and comes out the same again",
    run: async (wire) => {
      const { id, ...created } = await newSession(wire);
      assert.equal(created.state, "warming");
      assert.equal(created.broker, "paper");
      assert.equal(created.equity, 10_000);
      const session = await warm(wire, id);
      const read = <Item>(list: string, item: Schema<unknown, Item>) =>
        listOf(wire, `${PATH}/${id}/${list}?limit=10`, item);
      const decisions = await read("decisions", SessionDecision);
      assert.deepEqual(
        decisions.map(({ index }) => index),
        Array.from({ length: 10 }, (_, index) => index),
      );
      assert.ok(decisions.every(({ scope, signal }) => scope === "none" && signal !== null));
      const equity = await read("equity", SessionEquityPoint);
      assert.deepEqual(equity[0], { index: 0, time: decisions[0]?.time, equity: 10_000 });
      assert.deepEqual(await read("orders", SessionOrder), []);
      assert.deepEqual(await read("fills", SessionFill), []);
      const drift = expectData(await wire.get(`${PATH}/${id}/drift`), SessionDrift);
      assert.ok(drift.reproduced && drift.decisions >= session.candles);
      assert.deepEqual(drift.differences, []);
      await actOn(wire, id, "stop");
    },
  },
  {
    name: "a session is paused, goes on, is flattened, and stopped for good; other moves are 409",
    run: async (wire) => {
      const { id } = await newSession(wire);
      assert.equal((await actOn(wire, id, "pause")).state, "paused");
      expectRefusal(await wire.post(`${PATH}/${id}/pause`), 409);
      assert.equal((await actOn(wire, id, "resume")).state, "running");
      assert.equal((await actOn(wire, id, "flatten")).state, "paused");
      const stopped = await actOn(wire, id, "stop");
      assert.ok(stopped.state === "stopped" && stopped.stopped_at !== null);
      for (const act of ["pause", "resume", "flatten", "stop"]) {
        expectRefusal(await wire.post(`${PATH}/${id}/${act}`), 409);
      }
      const listed = await listOf(wire, `${PATH}?state=stopped&limit=1000`, Session);
      assert.ok(listed.some((session) => session.id === id));
    },
  },
  {
    name: "a session that nobody has is 404 on every route",
    run: async (wire) => {
      const gets = ["", "/decisions", "/orders", "/fills", "/equity", "/drift"];
      for (const path of gets) {
        expectRefusal(await wire.get(`${PATH}/${UNKNOWN}${path}`), 404);
      }
      for (const act of ["pause", "resume", "flatten", "stop"]) {
        expectRefusal(await wire.post(`${PATH}/${UNKNOWN}/${act}`), 404);
      }
    },
  },
  {
    name: "a request for a session with what sessions do not take yet is refused, and says which field",
    run: async (wire) => {
      const post = (more: object) => wire.post(PATH, { ...REQUEST, ...more });
      expectRefusal(await post({ broker: "live" }), 501);
      expectInvalid(await post({ risk: { max_order_value: 100 } }), "body", "risk");
      expectInvalid(await post({ symbol: undefined, symbols: ["BTCUSDT"] }), "body", "symbols");
      expectInvalid(await post({ confirm_account: "main" }), "body", "confirm_account");
      expectInvalid(await post({ symbol: undefined }), "body", "symbol");
      expectInvalid(await post({ strategy: "no_such_strategy" }), "body", "strategy");
      expectInvalid(await post({ exchange: "nowhere" }), "body", "exchange");
      expectInvalid(await post({ parameters: { fast_period: 1e9 } }), "body", "parameters");
      expectInvalid(await post({ train_split: 0.5 }), "body", "train_split");
      expectInvalid(await post({ warm_up_candles: -1 }), "body", "warm_up_candles");
      expectInvalid(await post({ take_profit: 0.1, take_profit_pct: 0.1 }), "body", "take_profit");
    },
  },
  {
    name: "a session is created once under one Idempotency-Key, and another request under it is 422",
    run: async (wire) => {
      const headers = { "idempotency-key": crypto.randomUUID() };
      const first = expectData(await wire.post(PATH, REQUEST, headers), Session, 201);
      const again = expectData(await wire.post(PATH, REQUEST, headers), Session, 201);
      assert.equal(again.id, first.id);
      expectInvalid(await wire.post(PATH, { ...REQUEST, interval: "5" }, headers), "body");
      await actOn(wire, first.id, "stop");
    },
  },
];
