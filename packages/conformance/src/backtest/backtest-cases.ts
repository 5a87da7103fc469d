import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { DispatchReply } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectRefusal, shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended, jobOf } from "./jobs.ts";

const SEED_DEFAULTS = {
  symbol: "BTCUSDT",
  interval: "1",
  limit: 1000,
  initial_capital: 10000,
  transaction_fee: 0.001,
};

const post = (wire: Wire, body?: unknown) => wire.post("/api/backtests", body);

/** A body, and the member that is refused with 422. */
const REFUSED: readonly (readonly [body: unknown, ...loc: string[]])[] = [
  [{ limit: 0 }, "limit"],
  [{ limit: -1 }, "limit"],
  [{ limit: 1_000_001 }, "limit"],
  [{ limit: 10.5 }, "limit"],
  [{ limit: "10" }, "limit"],
  [{ limit: null }, "limit"],
  [{ limit: true }, "limit"],
  [{ initial_capital: 0 }, "initial_capital"],
  [{ initial_capital: -1 }, "initial_capital"],
  [{ initial_capital: "10000" }, "initial_capital"],
  [{ transaction_fee: -0.000001 }, "transaction_fee"],
  [{ transaction_fee: 0.5 }, "transaction_fee"],
  [{ symbol: "" }, "symbol"],
  [{ symbol: "A".repeat(65) }, "symbol"],
  [{ symbol: "BTC USDT" }, "symbol"],
  [{ symbol: "../etc" + "\u0000" }, "symbol"],
  [{ symbol: 5 }, "symbol"],
  [{ symbol: ["BTCUSDT"] }, "symbol"],
  [{ interval: "0m" }, "interval"],
  [{ interval: "1y" }, "interval"],
  [{ interval: "11000d" }, "interval"],
  [{ interval: "" }, "interval"],
  [{ interval: 1 }, "interval"],
  [{ strategy: "no_such_strategy" }, "strategy"],
  [{ strategy: "ma_crossover", parameters: { fast_period: 1 } }, "parameters"],
  [{ strategy: "ma_crossover", parameters: { fast_period: "ten" } }, "parameters"],
  [{ parameters: [] }, "parameters"],
  [{ exchange: "no_such_exchange" }, "exchange"],
  [{ direction: "up" }, "direction"],
  [{ fill: "now" }, "fill"],
  [{ slippage: 0.5 }, "slippage"],
  [{ take_profit_pct: 0 }, "take_profit_pct"],
  [{ stop_loss_pct: 1 }, "stop_loss_pct"],
  [{ position_size_pct: 1.01 }, "position_size_pct"],
  [{ position_size: { risk: 1.01 } }, "position_size"],
  [{ position_size: { units: 1, cash: 1 } }, "position_size"],
  [{ slippage: { half_spread: -1 } }, "slippage"],
  [{ leverage: 126 }, "leverage"],
  [{ monte_carlo: { runs: 0 } }, "monte_carlo", "runs"],
  [{ monte_carlo: { runs: 100_001 } }, "monte_carlo", "runs"],
  [{ monte_carlo: { ruin_level: 1 } }, "monte_carlo", "ruin_level"],
  [{ monte_carlo: { seed: -1 } }, "monte_carlo", "seed"],
  [{ monte_carlo: { method: "luck" } }, "monte_carlo", "method"],
  [{ monte_carlo: { block_length: 5 } }, "monte_carlo", "block_length"],
  [{ monte_carlo: { blockLength: 5 } }, "monte_carlo", "blockLength"],
  [{ monte_carlo: 1000 }, "monte_carlo"],
  [{ look_ahead: { runs: 0 } }, "look_ahead", "runs"],
  [{ look_ahead: { runs: 10_001 } }, "look_ahead", "runs"],
  [{ look_ahead: true }, "look_ahead"],
  [{ look_ahead: {}, symbols: ["BTCUSDT", "ETHUSDT"] }, "look_ahead"],
  [{ maker_fee: -0.5 }, "maker_fee"],
  [{ maintenance_margin: 1 }, "maintenance_margin"],
  [{ borrow_rate: 0.5 }, "borrow_rate"],
  [{ pyramiding: 0 }, "pyramiding"],
  [{ trailing_stop: { distance: 1 } }, "trailing_stop"],
  [{ compatibility: "another" }, "compatibility"],
  [{ slippage: { volume_share: 0.1 }, fill: "close" }, "slippage"],
  [{ train_split: 1 }, "train_split"],
  [{ start_time: "yesterday" }, "start_time"],
  [{ start_time: "2024-02-30" }, "start_time"],
  [{ start_time: "2024-01-02", end_time: "2024-01-01" }, "start_time"],
];

/** Bodies at the last value inside their bounds. */
const ACCEPTED: readonly Readonly<Record<string, unknown>>[] = [
  { limit: 1 },
  { initial_capital: 0.01 },
  { transaction_fee: 0 },
  { transaction_fee: 0.4999 },
  { symbol: "A".repeat(64) },
  { interval: "60" },
  { interval: "1h" },
  { interval: "D" },
  { interval: "1M" },
  { interval: "10s" },
  { interval: "45m" },
  { interval: "12M" },
  { slippage: 0 },
  { position_size_pct: 1 },
  { position_size: { units: 0.5 } },
  { position_size: { risk: 1 }, stop_loss: 0.999 },
  { slippage: { volume_share: 1, impact: 0 } },
  { leverage: 125, maintenance_margin: 0.999, borrow_rate: 0.499 },
  { maker_fee: -0.499, fixed_fee: 0, lot_size: 0, tick_size: 0, minimum_notional: 0 },
  { pyramiding: 10_000 },
  { trailing_stop: { distance: 0.999, activation: 0 } },
  { compatibility: { preset: "backtesting_py", profit_steps: [] } },
  { train_split: 0.999 },
];

const MALFORMED: Readonly<Record<string, string>> = {
  "a truncated object": '{"limit":',
  "a trailing comma": '{"limit":1,}',
  "a doubled key": '{"limit":1,"limit":2}',
  "a key __proto__": '{"__proto__":{"limit":1}}',
  "a number past every double": '{"limit":1e999}',
  "65 levels": "[".repeat(65) + "]".repeat(65),
  "a megabyte of open brackets": "[".repeat(1_000_000),
};

/** POST /api/backtests. */
export const backtestCases: readonly Case[] = [
  {
    name: "an empty object starts a job with the documented defaults and nothing else",
    run: async (wire) => {
      const { payload } = await jobOf(wire, await dispatch(wire, {}));
      assert.deepEqual(payload, SEED_DEFAULTS);
    },
  },
  {
    name: "a request without a body is a request with the empty object",
    run: async (wire) => {
      const { job_id: uuid } = expectData(await wire.post("/api/backtests"), DispatchReply);
      assert.deepEqual((await jobOf(wire, uuid)).payload, SEED_DEFAULTS);
    },
  },
  {
    name: "the answer carries a message when a worker took the job, else a warning, never both",
    run: async (wire) => {
      const answer = await post(wire, {});
      const { status, message, warning } = expectData(answer, DispatchReply);
      assert.ok(["running", "pending"].includes(status), shown(answer));
      assert.equal(typeof message, status === "running" ? "string" : "undefined", shown(answer));
      assert.equal(typeof warning, status === "running" ? "undefined" : "string", shown(answer));
    },
  },
  {
    name: "a backtest completes with the documented numbers, all finite",
    run: async (wire) => {
      const body = { interval: "60", limit: 500, strategy: "ma_crossover" };
      const job = await ended(wire, await dispatch(wire, body));
      assert.equal(job.status, "completed", JSON.stringify(job));
      assert.equal(job.error, null);
      assert.equal(job.job_type, "backtest");
      assert.equal(job.result?.candles, 500);
      const { total_trades: trades, wins, losses, win_rate: rate } = job.result;
      assert.ok(wins + losses <= trades, JSON.stringify(job.result));
      assert.ok(trades === 0 ? rate === 0 : Math.abs(rate - wins / trades) < 1e-9);
      assert.ok((job.started_at ?? "") >= job.created_at, JSON.stringify(job));
      assert.ok((job.completed_at ?? "") >= (job.started_at ?? ""), JSON.stringify(job));
    },
  },
  {
    name: "the same request gives the same numbers",
    run: async (wire) => {
      const body = { interval: "60", limit: 400, strategy: "rsi", end_time: "2025-06-01" };
      const one = await ended(wire, await dispatch(wire, body));
      const two = await ended(wire, await dispatch(wire, body));
      const { elapsed_ms: _, ...first } = one.result ?? { elapsed_ms: 0 };
      const { elapsed_ms: __, ...second } = two.result ?? { elapsed_ms: 0 };
      assert.deepEqual(first, second);
    },
  },
  {
    name: "an unknown field is 422 at its name, with the nearest known one",
    run: async (wire) => {
      expectInvalid(await post(wire, { colour: "red" }), "body", "colour");
      const answer = await post(wire, { takeProfitPct: 0.1 });
      expectInvalid(answer, "body", "takeProfitPct");
      assert.match(JSON.stringify(answer.json), /take_profit_pct/u, shown(answer));
    },
  },
  {
    name: "a range without a limit means all of its candles",
    run: async (wire) => {
      const range = { interval: "1h", start_time: "2025-01-01", end_time: "2025-03-01" };
      const { result, payload } = await ended(wire, await dispatch(wire, range));
      assert.equal(result?.["candles"], 59 * 24);
      assert.ok(!("limit" in payload), "no limit was asked for");
      const long = { start_time: "2020-01-01", end_time: "2024-01-01" };
      expectInvalid(await post(wire, long), "body");
    },
  },
  {
    name: "a symbol is upper-cased",
    run: async (wire) => {
      const { payload } = await jobOf(wire, await dispatch(wire, { symbol: "ethusdt" }));
      assert.equal(payload["symbol"], "ETHUSDT");
    },
  },
  ...REFUSED.map(([body, ...loc]): Case => {
    return {
      name: `${JSON.stringify(body).slice(0, 80)} is 422 at body.${loc.join(".")}`,
      run: async (wire) => void expectInvalid(await post(wire, body), "body", ...loc),
    };
  }),
  ...ACCEPTED.map((body): Case => {
    return {
      name: `${JSON.stringify(body).slice(0, 80)} is accepted`,
      run: async (wire) => void expectData(await post(wire, body), DispatchReply),
    };
  }),
  ...["[]", "5", '"text"', "null", "true"].map((text): Case => {
    return {
      name: `a body of ${text} is 422`,
      run: async (wire) => void expectInvalid(await post(wire, text), "body"),
    };
  }),
  ...Object.entries(MALFORMED).map(([what, text]): Case => {
    return {
      name: `a body with ${what} is 422 of type json_invalid`,
      run: async (wire) => {
        const issues = expectInvalid(await post(wire, text), "body");
        assert.equal(issues[0]?.type, "json_invalid");
      },
    };
  }),
  {
    name: "a body that is not UTF-8 is 422",
    run: async (wire) => {
      const body = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d);
      const headers = { "content-type": "application/json" };
      expectInvalid(await wire.send("/api/backtests", { method: "POST", headers, body }), "body");
    },
  },
  {
    name: "a body of another type is 415",
    run: async (wire) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expectRefusal(await wire.post("/api/backtests", "limit=1", headers), 415);
    },
  },
  {
    name: "a body over 1 MiB is 413",
    run: async (wire) => {
      const padding = " ".repeat(1_048_577 - "{}".length);
      expectRefusal(await post(wire, `{${padding}}`), 413);
      expectData(await post(wire, `{${padding.slice(1)}}`), DispatchReply);
    },
  },
  {
    name: "an Idempotency-Key makes a retry answer the same job, also when they race",
    run: async (wire) => {
      const headers = { "idempotency-key": randomUUID() };
      const body = { limit: 100 };
      const replies = await Promise.all(
        [1, 2, 3, 4, 5].map(() => wire.post("/api/backtests", body, headers)),
      );
      const uuids = replies.map((answer) => expectData(answer, DispatchReply).job_id);
      assert.equal(new Set(uuids).size, 1, uuids.join(" "));
    },
  },
  {
    name: "an Idempotency-Key with another body is 422",
    run: async (wire) => {
      const headers = { "idempotency-key": randomUUID() };
      expectData(await wire.post("/api/backtests", { limit: 100 }, headers), DispatchReply);
      expectInvalid(await wire.post("/api/backtests", { limit: 101 }, headers));
    },
  },
  ...["x-idempotency-key", "idempotencykey"].map((name) => ({
    name: `an Idempotency-Key that is sent as ${name} is 400: a retry would not be safe`,
    run: async (wire: Wire) => {
      const headers = { [name]: randomUUID() };
      expectRefusal(await wire.post("/api/backtests", { limit: 100 }, headers), 400);
    },
  })),
  {
    name: "a refused request leaves no job",
    run: async (wire) => {
      const before = await wire.get("/api/jobs?limit=1");
      expectInvalid(await post(wire, { limit: 0 }), "body", "limit");
      const newest = (answer: { json: unknown }) => (answer.json as { uuid: string }[])[0]?.uuid;
      assert.equal(newest(await wire.get("/api/jobs?limit=1")), newest(before));
    },
  },
];
