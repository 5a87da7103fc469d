/** The logits of an overfitting probability, counted in steps: thousands of splits in a few numbers. */

/** Width of a step. */
const WIDTH = 0.5;

/** Numbers of logits in steps of one width, from the lowest to the highest. */
export type LogitCounts = {
  /** Lower end of the first step, a multiple of `width`. */
  readonly from: number;
  /** Width of each step: 0.5. */
  readonly width: number;
  /** Number of logits in each step, which has its upper end and not its lower one. */
  readonly counts: readonly number[];
};

/** Counts logits, at least one of them. A step ends at 0, so that the steps up to it hold what is overfitted. */
export function countLogits(logits: Float64Array): LogitCounts {
  const stepOf = (logit: number): number => Math.ceil(logit / WIDTH) - 1;
  const steps = Array.from(logits, stepOf);
  // As many logits as splits, up to 184,756, are too many for arguments.
  const first = steps.reduce((least, step) => Math.min(least, step), Infinity);
  const last = steps.reduce((most, step) => Math.max(most, step), -Infinity);
  const counts = Array.from({ length: last - first + 1 }, () => 0);
  for (const step of steps) counts[step - first] = (counts[step - first] ?? 0) + 1;
  return { from: first * WIDTH, width: WIDTH, counts };
}
