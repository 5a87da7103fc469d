import { Signal } from "../strategy/strategy.ts";
import type { SimulationRules } from "./options.ts";

/** The effect of a signal on the position, as bits; a close comes before an entry. */
export const Action = { none: 0, close: 1, openLong: 2, openShort: 4 } as const;

const ALL = 16;

/**
 * The action for every signal and position: `table[signal + 16 × (side + 1)]`, where side is -1, 0 or 1.
 *
 * An entry and an exit of the same side on one candle contradict each other and have no effect; neither have entries
 * on both sides. An entry on the side that is not held closes the position and opens the other side (a reversal). An
 * entry on the side that is held has no effect unless the rules reopen the position or let it have several entries. An
 * entry on a side that the rules do not allow is an exit of the other side.
 */
export function signalActions(
  rules: Pick<SimulationRules, "direction" | "repeatedEntry" | "pyramiding">,
): Uint8Array {
  const repeated =
    rules.repeatedEntry === "reopen" ? Action.close : rules.pyramiding > 1 ? Action.none : null;
  const table = new Uint8Array(3 * ALL);
  for (let signal = 0; signal < ALL; signal++) {
    const said = withoutContradictions(allowed(signal, rules.direction));
    for (const side of [-1, 0, 1]) {
      table[signal + ALL * (side + 1)] = actionFor(said, side, repeated);
    }
  }
  return table;
}

function allowed(signal: number, direction: SimulationRules["direction"]): number {
  if (direction === "long" && signal & Signal.enterShort) {
    return (signal & ~Signal.enterShort) | Signal.exitLong;
  }
  if (direction === "short" && signal & Signal.enterLong) {
    return (signal & ~Signal.enterLong) | Signal.exitShort;
  }
  return signal;
}

function withoutContradictions(signal: number): number {
  const long = Signal.enterLong | Signal.exitLong;
  const short = Signal.enterShort | Signal.exitShort;
  const entries = Signal.enterLong | Signal.enterShort;
  let kept = signal;
  if ((signal & long) === long) kept &= ~long;
  if ((signal & short) === short) kept &= ~short;
  return (signal & entries) === entries ? kept & ~entries : kept;
}

/** `repeated`: what comes before another entry on the side that is held; null for none of the two. */
function actionFor(signal: number, side: number, repeated: number | null): number {
  const openLong = signal & Signal.enterLong ? Action.openLong : Action.none;
  const openShort = signal & Signal.enterShort ? Action.openShort : Action.none;
  if (side === 0) return openLong | openShort;
  const same = side > 0 ? openLong : openShort;
  const opposite = side > 0 ? openShort : openLong;
  const exit = signal & (side > 0 ? Signal.exitLong : Signal.exitShort);
  if (opposite !== Action.none) return Action.close | opposite;
  if (exit) return Action.close;
  return repeated !== null && same !== Action.none ? repeated | same : Action.none;
}
