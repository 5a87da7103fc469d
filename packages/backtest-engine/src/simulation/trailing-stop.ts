/** A stop that follows the best price of a position and never goes back. */

import type { OptionRule } from "@bourse/kernel";

/** All fractions of a price. The stop moves with the candle's best price before the candle's worst is looked at. */
export interface TrailingStop {
  /** Distance from the best price. Above 0, below 1. */
  readonly distance: number;
  /** Profit after fees that counts as reached, as a fraction of the entry price. At least 0. Default 0. */
  readonly activation?: number;
  /** Distance once the best profit is above `activation`. Above 0, below 1. Default `distance`. */
  readonly activeDistance?: number;
  /** Whether the stop stays where it began until the best profit is at `activation`. Default false. */
  readonly waitForActivation?: boolean;
}

const KEYS = ["distance", "activation", "activeDistance", "waitForActivation"];

export const trailingStopRule: OptionRule<TrailingStop | undefined> = {
  expected:
    "{distance, activation?, activeDistance?, waitForActivation?} with distances above 0 and below 1, activation at least 0",
  accepts: isTrailingStop,
  absent: () => undefined,
};

function isTrailingStop(value: unknown): value is TrailingStop {
  if (typeof value !== "object" || value === null) return false;
  if (!Object.keys(value).every((key) => KEYS.includes(key))) return false;
  const { distance, activation, activeDistance, waitForActivation } = value as Record<
    string,
    unknown
  >;
  return (
    isDistance(distance) &&
    (activeDistance === undefined || isDistance(activeDistance)) &&
    (activation === undefined || (Number.isFinite(activation) && (activation as number) >= 0)) &&
    (waitForActivation === undefined || typeof waitForActivation === "boolean")
  );
}

function isDistance(value: unknown): boolean {
  return typeof value === "number" && value > 0 && value < 1;
}
