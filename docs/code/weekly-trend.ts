import { defineStrategy, Signal } from "@bourse/backtest-engine";
import { sma } from "@bourse/indicators";

export default defineStrategy({
  name: "weekly_trend",
  version: "1.0.0",
  description:
    "Long while the day and the last closed week are above their averages.",
  signalType: "trend",
  direction: "long",
  parameters: {
    days: {
      type: "integer",
      default: 20,
      minimum: 2,
      maximum: 250,
      description: "Days of the fast average.",
    },
    weeks: {
      type: "integer",
      default: 10,
      minimum: 2,
      maximum: 52,
      description: "Weeks of the filter's average.",
    },
  },
  decide({ close }, { days, weeks }, { longer }) {
    const average = sma(close, days);
    const isRising = longer("W", (week) => {
      const slow = sma(week.close, weeks);
      return week.close.map((price, i) => Number(price > slow[i]!));
    });
    const warmUp = days - 1;
    const signals = new Uint8Array(close.length);
    for (let i = warmUp; i < close.length; i++) {
      const isUp = close[i]! > average[i]! && isRising[i] === 1;
      signals[i] = isUp ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp };
  },
});
