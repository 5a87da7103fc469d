import { createCandles, EngineError } from "@bourse/backtest-engine";

import type { CandleProvider, CandleReply, CandleRequest } from "../../src/market-data/port.ts";

/** Steps of a scripted provider, one for each request; the last one is repeated. */
export type Behaviour =
  | "answer"
  | "unavailable"
  | "unknown"
  | "silent"
  | ((request: CandleRequest) => Promise<CandleReply>);

export interface ScriptedProvider extends CandleProvider {
  /** Number of requests so far. */
  asked(): number;
  say(...behaviours: Behaviour[]): void;
}

/** A source whose manners a test decides. */
export function scriptedProvider(exchange: string, ...script: Behaviour[]): ScriptedProvider {
  let asked = 0;
  const reply: CandleReply = { candles: createCandles(1), exchange, source: "live", warnings: [] };
  const next = (): Behaviour => (script.length > 1 ? script.shift()! : (script[0] ?? "answer"));

  async function behave(request: CandleRequest): Promise<CandleReply> {
    asked += 1;
    const behaviour = next();
    if (typeof behaviour === "function") return await behaviour(request);
    switch (behaviour) {
      case "answer":
        return reply;
      case "unavailable":
        throw new EngineError("MARKET_DATA_UNAVAILABLE", `${exchange} is down.`);
      case "unknown":
        throw new EngineError("SYMBOL_UNKNOWN", "No such symbol.");
      case "silent":
        return await new Promise<never>(() => undefined);
    }
  }

  return {
    exchange,
    candles: behave,
    async symbols(signal) {
      const request = { symbol: "ANY", interval: "1", limit: 1 } as const;
      await behave(signal === undefined ? request : { ...request, signal });
      return { symbols: [`${exchange.toUpperCase()}USDT`], exchange, source: "live", warnings: [] };
    },
    asked: () => asked,
    say: (...behaviours) => {
      script.splice(0, script.length, ...behaviours);
    },
  };
}
