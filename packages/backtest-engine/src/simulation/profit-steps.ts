/** Profit table: the profit that closes a position, by the time it has been held. */

import type { OptionRule } from "@bourse/kernel";

/**
 * One step of a profit table: `afterMinutes` after the entry and later, the position is closed once its profit
 * exceeds `profit`.
 */
export interface ProfitStep {
  /**
   * Minutes between the opens of the entry's candle and the current candle. A whole number of at least 0; each step's
   * is above that of the step before.
   */
  readonly afterMinutes: number;
  /** Profit as a fraction of the entry price, after the fees of both sides. At least -1; -1 closes at any profit. */
  readonly profit: number;
}

/** The option rule of a profit table. */
export const profitStepsRule: OptionRule<readonly ProfitStep[]> = {
  expected:
    "an array of {afterMinutes, profit}, minutes whole and rising, profits finite and at least -1",
  accepts: isTable,
  absent: () => [],
};

/** The step that applies after `minutes`; undefined before the first. */
export function stepInForce(steps: readonly ProfitStep[], minutes: number): ProfitStep | undefined {
  let found: ProfitStep | undefined;
  for (const step of steps) {
    if (step.afterMinutes > minutes) break;
    found = step;
  }
  return found;
}

function isTable(value: unknown): value is readonly ProfitStep[] {
  if (!Array.isArray(value)) return false;
  let last = -1;
  return value.every((step: unknown) => {
    if (typeof step !== "object" || step === null || Object.keys(step).length !== 2) return false;
    const { afterMinutes, profit } = step as Partial<ProfitStep>;
    if (!Number.isSafeInteger(afterMinutes) || !Number.isFinite(profit)) return false;
    const rising = afterMinutes! > last;
    last = afterMinutes!;
    return rising && profit! >= -1;
  });
}
