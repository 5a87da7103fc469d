import type { OptionRule } from "@bourse/kernel";

/**
 * A stop that follows the best price and never moves back. All values are fractions of a price. The stop moves with a
 * candle's best price before the candle's worst price is compared with it.
 */
export interface TrailingStop {
  /** Distance from the best price. Above 0, below 1. */
  readonly distance: number;
  /** Profit after fees at which the stop activates, as a fraction of the entry price. At least 0; default 0. */
  readonly activation?: number;
  /** Distance from the best price once the best profit exceeds `activation`. Above 0, below 1; default `distance`. */
  readonly activeDistance?: number;
  /** True keeps the stop at its initial level until the best profit reaches `activation`. Default false. */
  readonly waitForActivation?: boolean;
}

const KEYS = ["distance", "activation", "activeDistance", "waitForActivation"];

/** The option rule of a trailing stop. */
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
