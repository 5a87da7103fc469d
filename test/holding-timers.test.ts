/**
 * Timers that nobody hears of: a program whose only timer is unreferenced ends with exit code 13 in the middle of an
 * await. So few files make such timers, each with the reason why nobody is left waiting.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

const sources = globSync(
  ["packages/*/src/**/*.ts", "packages/adapters/*/src/**/*.ts", "servers/*/src/**/*.ts"],
  {
    cwd: root,
  },
).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

function filesWith(pattern: RegExp): string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();
}

const BACKGROUND = "the timer of loops in the background, which nobody awaits";
const GUARD = "ends a connection that holds the process itself, and is cleared with it";
const WORKER = "the thread or process is referenced again as long as somebody awaits it";
const REQUEST = "the time limit of a request, whose connection holds the process";

const UNREFERENCED: Readonly<Record<string, string>> = {
  "packages/adapters/peers-libp2p/src/frame-stream.ts": GUARD,
  "packages/adapters/peers-libp2p/src/libp2p-transport.ts": GUARD,
  "packages/adapters/store-postgres/src/patient-pool.ts": BACKGROUND,
  "packages/adapters/store-postgres/src/watcher.ts": BACKGROUND,
  "packages/adapters/store-sqlite/src/checkpointer.ts": WORKER,
  "packages/backtest-engine/src/pool/process-link.ts": WORKER,
  "packages/backtest-engine/src/pool/process-port.ts":
    "the watch over the process, which ends when its server has",
  "packages/backtest-engine/src/pool/thread-link.ts": WORKER,
  "packages/http/src/logging/log-destination.ts":
    "a log waits for its reader, and no program for its log",
  "packages/http/src/server/linger.ts": GUARD,
  "packages/kernel/src/platform/node/turns.ts": BACKGROUND,
  "packages/kernel/src/platform/web/turns.ts": BACKGROUND,
  "packages/outbox/src/webhooks/http-sender.ts": GUARD,
  "packages/sockets/src/client/client.ts": GUARD,
};

test("only files that tell why nobody is left waiting make unreferenced timers and threads", () => {
  expect(filesWith(/\bunref\b|\bref: false\b/u)).toEqual(Object.keys(UNREFERENCED).toSorted());
});

/** The timer of `AbortSignal.timeout` keeps no process alive either. */
const TIMED: Readonly<Record<string, string>> = {
  "packages/adapters/exchange-bybit/src/trading/request-once.ts": REQUEST,
  "packages/adapters/exchange-http/src/fetch-json.ts": REQUEST,
  "packages/adapters/execution-ccxt/src/open-exchange.ts": REQUEST,
  "packages/trading-core/src/threads/strategy-threads.ts": WORKER,
  "packages/cli/src/backtest/ask-server.ts": REQUEST,
  "packages/cli/src/login/ask-auth.ts": REQUEST,
  "packages/cli/src/node/doctor-command.ts": REQUEST,
  "packages/cli/src/node/internal-api.ts": REQUEST,
  "packages/cli/src/service/ask-health.ts": REQUEST,
  "packages/client/src/shared-tokens.ts": "a lock of a browser's tabs",
  "packages/http/src/access/ask-auth-server.ts": REQUEST,
  "packages/node-core/src/chain/quote-fee.ts": REQUEST,
  "packages/node-core/src/chain/rpc/endpoint.ts": REQUEST,
  "packages/node-core/src/chain/tokens/transfers.ts":
    "whoever awaits a transaction of the lane holds the process",
  "packages/curation-core/src/wallet/eth-call.ts": REQUEST,
  "packages/curation-core/src/ens-names.ts": REQUEST,
};

test("a time limit that holds no process is one of work that does", () => {
  expect(filesWith(/AbortSignal\.timeout\(/u)).toEqual(Object.keys(TIMED).toSorted());
});

test("only loops in the background ask a clock for a timer that holds no process", () => {
  expect(filesWith(/\.sleep\([^)]*"background"/u)).toEqual([
    "packages/kernel/src/pause-in-background.ts",
  ]);
});

test("no race leaves a sleep behind, which would hold the process after its end", () => {
  expect(filesWith(/Promise\.race\([^;]*\.sleep\(/u)).toEqual([]);
});
