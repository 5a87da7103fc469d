import assert from "node:assert/strict";

import { KillSwitchReply, OrderReply, type KillSwitch } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, shown } from "../http/expect.ts";
import { eventually, type Wire } from "../http/wire.ts";

const PATH = "/api/kill-switch";
const ORDER = { symbol: "BTCUSDT", side: "buy", quantity: 0.001 };
const OFF = { state: "off", mode: null, reason: null, source: null, set_by: null, set_at: null };

async function read(wire: Wire): Promise<KillSwitch> {
  return expectData(await wire.get(PATH), KillSwitchReply).kill_switch;
}

async function set(wire: Wire, mode: string): Promise<KillSwitch> {
  const body = JSON.stringify({ mode, reason: "conformance" });
  const headers = { "content-type": "application/json" };
  const answer = await wire.send(PATH, { method: "PUT", body, headers });
  return expectData(answer, KillSwitchReply).kill_switch;
}

/** Releases the switch; false where another key is asked for, as a service may be set up. */
async function release(wire: Wire): Promise<boolean> {
  const answer = await wire.send(PATH, { method: "DELETE" });
  if (answer.status === 403) return false;
  assert.deepEqual(expectData(answer, KillSwitchReply).kill_switch, OFF, shown(answer));
  return true;
}

/** The kill switch of the account. */
export const killSwitchCases: readonly Case[] = [
  {
    name: "a kill switch that froze refuses every order, and none after its release",
    run: async (wire) => {
      if ((await read(wire)).state !== "off") return;
      const on = await set(wire, "freeze");
      assert.equal(on.state, "frozen");
      assert.equal(on.reason, "conformance");
      assert.ok(on.set_at !== null && !Number.isNaN(Date.parse(on.set_at)));
      assert.deepEqual(await read(wire), on);
      const refused = await wire.post("/api/execution/orders", ORDER);
      expectInvalid(refused, "body", "kill_switch");
      if (await release(wire)) {
        expectData(await wire.post("/api/execution/orders", ORDER), OrderReply);
      }
    },
  },
  {
    name: "a kill switch that flattens leaves no order and no position, and is then frozen",
    run: async (wire) => {
      if ((await read(wire)).state !== "off") return;
      expectData(await wire.post("/api/execution/orders", ORDER), OrderReply);
      const resting = { ...ORDER, order_type: "limit", price: "0.01" };
      expectData(await wire.post("/api/execution/orders", resting), OrderReply);
      assert.equal((await set(wire, "flatten")).mode, "flatten");
      await eventually(
        () => read(wire),
        ({ state }) => state === "frozen",
      );
      const { positions } = (await wire.get("/api/execution/positions")).json as {
        readonly positions: readonly unknown[];
      };
      assert.deepEqual(positions, []);
      await release(wire);
    },
  },
  {
    name: "a kill switch without a mode or a reason, or with an unknown field, is refused with 422",
    run: async (wire) => {
      const put = (body: object) =>
        wire.send(PATH, {
          method: "PUT",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        });
      expectInvalid(await put({ reason: "x" }), "body", "mode");
      expectInvalid(await put({ mode: "stop", reason: "x" }), "body", "mode");
      expectInvalid(await put({ mode: "freeze" }), "body", "reason");
      expectInvalid(await put({ mode: "freeze", reason: "" }), "body", "reason");
      expectInvalid(await put({ mode: "freeze", reason: "x", more: 1 }), "body", "more");
    },
  },
  {
    name: "the release of a kill switch that is off leaves it off",
    run: async (wire) => {
      if ((await read(wire)).state === "off") await release(wire);
    },
  },
];
