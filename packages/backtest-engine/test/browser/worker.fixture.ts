/** A worker thread that looks like a Web Worker to the service. */

import { parentPort, workerData } from "node:worker_threads";

import { serveBacktests } from "../../src/browser/serve-backtests.ts";
import { defineStrategy } from "../../src/strategies/define-strategy.ts";

const port = parentPort!;
const { isWhole } = workerData as { readonly isWhole: boolean };

/** A strategy that ends when a memory of the page says so. */
const held = defineStrategy({
  name: "held",
  version: "1",
  description: "Waits until the test lets it go on.",
  signalType: "trend",
  direction: "long",
  parameters: {
    gate: { type: "integer", default: 0, minimum: 0, maximum: 9, description: "Gate." },
  },
  decide(candles, { gate }) {
    if (gates !== undefined) Atomics.wait(gates, gate, 0);
    return { signals: new Uint8Array(candles.length), warmUp: 0 };
  },
});

const broken = defineStrategy({
  name: "broken",
  version: "1",
  description: "Fails.",
  signalType: "trend",
  direction: "long",
  parameters: {},
  decide() {
    throw new TypeError("no such column");
  },
});

let gates: Int32Array<SharedArrayBuffer> | undefined;

serveBacktests({
  strategies: [held, broken],
  ...(isWhole && { whole: () => import("../../src/index.ts") }),
  scope: {
    postMessage: (message) => port.postMessage(message),
    addEventListener: (_, listener) =>
      port.on("message", (data: { readonly gates?: Int32Array<SharedArrayBuffer> }) => {
        if (data.gates === undefined) listener({ data });
        else ({ gates } = data);
      }),
  },
});
