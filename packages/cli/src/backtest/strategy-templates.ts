/** Texts of the files that `bourse backtest new` writes. */

/** Styles of a strategy: signals for all candles at once, orders from an object, orders from a class. */
export const STYLES = ["array", "event", "class"] as const;
type Style = (typeof STYLES)[number];

export function isStyle(word: string): word is Style {
  return (STYLES as readonly string[]).includes(word);
}

/** The strategy: long while the close is above its average. */
export function strategyText(name: string, style: Style): string {
  return { array: arrayText, event: eventText, class: classText }[style](name);
}

const PARAMETERS = `{
    period: {
      type: "integer",
      default: 50,
      minimum: 2,
      maximum: 500,
      description: "Candles of the average.",
    },
  }`;

const DESCRIPTION = "Long while the close is above its moving average.";

const head = (name: string): string => `  name: "${name}",
  version: "1.0.0",
  description: "${DESCRIPTION}",
  signalType: "trend",
  direction: "long",
  parameters: ${PARAMETERS},
`;

function arrayText(name: string): string {
  return `import { defineStrategy, Signal } from "@bourse/backtest-engine";
import { sma } from "@bourse/backtest-engine/indicators";

export default defineStrategy({
${head(name)}  // One signal for each candle, from that candle and those before it. For a longer interval, such as the
  // week's average beside each day: decide({ close }, { period }, { longer }) and
  // longer("W", (weeks) => sma(weeks.close, 10)).
  decide({ close }, { period }) {
    const average = sma(close, period);
    const signals = new Uint8Array(close.length);
    for (let i = period - 1; i < close.length; i++) {
      signals[i] = close[i]! > average[i]! ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp: period - 1 };
  },
});
`;
}

const ON_CANDLE = (average: string): string => `{
      const level = ${average}.next(close);
      const isHeld = broker.position() !== null;
      if (close > level && !isHeld) broker.submit({ side: "buy" });
      if (close <= level && isHeld) broker.submit({ side: "sell", reduceOnly: true });
    }`;

function eventText(name: string): string {
  return `import { defineTrader } from "@bourse/backtest-engine";
import { StreamingSma } from "@bourse/backtest-engine/indicators";

export default defineTrader({
${head(name)}  // Called once for each run: what the trader has seen is in its own variables. For a longer interval, such as the
  // week's average: createTrader({ period }, { interval }) and new StreamingResampler("W", { interval }), whose
  // next(candle) returns the weeks that are closed.
  createTrader({ period }) {
    const average = new StreamingSma(period);
    return {
      onCandle({ close }, broker) ${ON_CANDLE("average").replaceAll("\n", "\n  ")},
    };
  },
});
`;
}

function classText(name: string): string {
  return `import type { ParametersOf, TraderContext } from "@bourse/backtest-engine";
import { StreamingSma } from "@bourse/backtest-engine/indicators";
import type { Broker, ClosedCandle, Trader } from "@bourse/backtest-engine/simulation";

const parameters = ${PARAMETERS.replaceAll("\n  ", "\n")} as const;

/** ${DESCRIPTION} A new object is made for each run. */
export default class Strategy implements Trader {
  static readonly strategyName = "${name}";
  static readonly version = "1.0.0";
  static readonly description = "${DESCRIPTION}";
  static readonly direction = "long";
  static readonly parameters = parameters;

  readonly #average: StreamingSma;

  // The context has symbol, candles and interval; new StreamingResampler("W", { interval }) closes weeks.
  constructor({ period }: ParametersOf<typeof parameters>, _context?: TraderContext) {
    this.#average = new StreamingSma(period);
  }

  onCandle({ close }: ClosedCandle, broker: Broker): void ${ON_CANDLE("this.#average").replaceAll("\n  ", "\n")}
}
`;
}

/** The test: it trades, and decides from the past alone. */
export function testText(name: string, style: Style): string {
  const isClass = style === "class";
  const imports = isClass
    ? `import { auditTraderLookAhead } from "@bourse/backtest-engine/research";
import { simulateOrders } from "@bourse/backtest-engine/simulation";
`
    : `import { backtest } from "@bourse/backtest-engine";
import { auditLookAhead } from "@bourse/backtest-engine/research";
`;
  const trades = isClass
    ? "simulateOrders({ market: candles }, new strategy({ period: 20 })).trades.length"
    : "backtest(candles, { strategy }).totalTrades";
  const audit = isClass
    ? "auditTraderLookAhead(() => new strategy({ period: 20 }), { market: candles })"
    : "auditLookAhead(strategy, {}, candles)";
  return `import assert from "node:assert/strict";
import test from "node:test";

${imports}import { createSimulatedProvider } from "@bourse/trading-core/market-data";

import strategy from "./${name}.ts";

const { candles } = await createSimulatedProvider({ seed: 7 }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  endTime: Date.UTC(2026, 0, 1),
  limit: 3000,
});

test("it trades", () => {
  assert.ok(${trades} > 0);
});

test("it decides from the past alone", () => {
  assert.deepEqual(${audit}.faults, []);
});
`;
}
