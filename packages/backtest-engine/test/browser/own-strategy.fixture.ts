/** A strategy in a module of its own. */

import { defineStrategy } from "../../src/strategies/define-strategy.ts";
import { Signal } from "../../src/strategy/strategy.ts";

export default defineStrategy({
  name: "every_tenth",
  version: "1",
  description: "Enters each twentieth candle for a while.",
  signalType: "trend",
  direction: "long",
  parameters: {
    hold: { type: "integer", default: 5, minimum: 1, maximum: 19, description: "Candles held." },
  },
  decide({ length }, { hold }) {
    const signals = new Uint8Array(length);
    for (let i = 0; i + hold < length; i += 20) {
      signals[i] = Signal.enterLong;
      signals[i + hold] = Signal.exitLong;
    }
    return { signals, warmUp: 0 };
  },
});
