import { EngineError } from "../errors.ts";

/** Largest number of scores that a cross-validation compares: some seconds of work. */
const MOST_COMPARISONS = 100_000_000;

/** @throws EngineError OPTIONS_INVALID for more than 100 million comparisons */
export function checkSplitWork(
  caller: string,
  splits: number,
  configurations: number,
  option: string,
): void {
  if (splits * configurations <= MOST_COMPARISONS) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `${caller}: ${splits} splits of ${configurations} configurations are more than ${MOST_COMPARISONS} comparisons; lower ${option} or the number of configurations.`,
    { details: { option } },
  );
}
