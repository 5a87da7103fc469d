/** A strategy that submits what a test lists. */

import { defineTrader } from "@bourse/backtest-engine";
import type { OrderRequest } from "@bourse/backtest-engine/simulation";
import type { AnyStrategy } from "@bourse/backtest-engine/strategies";

/** Orders by the index of the candle at whose close they are submitted. */
export type Script = Readonly<Record<number, readonly OrderRequest[]>>;

/** The strategy `scripted`. */
export function scripted(script: Script): AnyStrategy {
  return defineTrader({
    name: "scripted",
    version: "1",
    description: "Submits what is listed.",
    signalType: "script",
    direction: "both",
    parameters: {},
    createTrader: () => ({
      onCandle({ index }, broker) {
        for (const order of script[index] ?? []) broker.submit(order);
      },
    }),
  }) as unknown as AnyStrategy;
}
