/** Rounding of exact quotients, shared by everything in decimals that can't stay exact. */

import { refuseArgument } from "../checks.ts";

/**
 * Direction in which a value between two neighbours is rounded: `floor` down (towards −∞), `ceil` up (towards +∞),
 * `half-even` to the nearer, ties to the even one (IEEE 754 roundTiesToEven), `half-up` to the nearer, ties away from
 * zero.
 */
export type RoundingMode = "floor" | "ceil" | "half-even" | "half-up";

const MODES: ReadonlySet<unknown> = new Set<RoundingMode>([
  "floor",
  "ceil",
  "half-even",
  "half-up",
]);

/** Refuses another name: it would round as one of the four does. @throws KernelError ARGUMENT_INVALID */
export function checkMode(mode: RoundingMode): void {
  if (!MODES.has(mode)) refuseArgument("mode", `one of ${[...MODES].join(", ")}`, mode);
}

/** dividend / divisor, rounded to a whole number; the divisor is above zero. */
export function divideRounded(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const truncated = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return truncated;
  const outwards = dividend < 0n ? -1n : 1n;
  return roundsOutwards(truncated, rest, divisor, mode) ? truncated + outwards : truncated;
}

function roundsOutwards(
  truncated: bigint,
  rest: bigint,
  divisor: bigint,
  mode: RoundingMode,
): boolean {
  if (mode === "floor") return rest < 0n;
  if (mode === "ceil") return rest > 0n;
  const twice = 2n * (rest < 0n ? -rest : rest);
  if (twice !== divisor) return twice > divisor;
  return mode === "half-up" || truncated % 2n !== 0n;
}
