/** The stop and the target of a position that an exchange holds, by the rules of the simulation. */

import type { FinerCandles } from "../simulation/detail.ts";
import type { SimulationRules } from "../simulation/options.ts";
import { ProtectiveExits, type ExitDistances } from "../simulation/protective-exits.ts";
import { EXIT_REASONS, type ExitReason } from "../simulation/trades.ts";

/** A position as its exits need to know it. */
export interface ProtectedPosition {
  /** Side that is held. */
  readonly side: "long" | "short";
  /** Mean price of the entries. */
  readonly entryPrice: number;
  /** Index of the candle of the first entry. */
  readonly entryIndex: number;
  /** Step of prices of the market: stops round away from the price, targets too. 0 for none. */
  readonly tickSize: number;
}

/**
 * Levels of a position, which move with the candles as those of a simulation whose trailing stop follows at each close.
 * Nothing is liquidated: that is the exchange's to say.
 */
export class PositionExits {
  readonly #exits: ProtectiveExits;

  /** Sets the levels of a position, at its own distances where it has them. */
  constructor(
    candles: FinerCandles,
    rules: SimulationRules,
    { side, entryPrice, entryIndex, tickSize }: ProtectedPosition,
    own: ExitDistances,
  ) {
    const position = {
      side: side === "long" ? 1 : -1,
      entryPrice,
      entryIndex,
      liquidationPrice: () => NaN,
    };
    const inForce = { ...rules, tickSize, trailing: "next_candle" as const };
    this.#exits = new ProtectiveExits(candles, position, inForce);
    this.#exits.arm(entryPrice, own);
  }

  /** Price of the stop as it stands; null without one. */
  get stop(): number | null {
    return this.#exits.stop;
  }

  /** Price of the target; null without one. */
  get target(): number | null {
    return this.#exits.target;
  }

  /** Reason of an exit at the stop as it stands: whether it has been trailed. */
  get stopReason(): ExitReason {
    return EXIT_REASONS[this.#exits.stopReason] ?? "stop_loss";
  }

  /**
   * Works off the newest candle, and returns the reason for which it closes the position; null for none. `insidePrice`:
   * price of an entry inside this candle, which only the close is known to follow.
   */
  watch(index: number, insidePrice?: number): ExitReason | null {
    if (!this.#exits.isArmed || !this.#exits.hit(index, insidePrice)) return null;
    return EXIT_REASONS[this.#exits.reason] ?? null;
  }
}
