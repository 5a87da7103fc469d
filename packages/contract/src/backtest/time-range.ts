/** The range of time that a request asks for; either end may be left out. */

import { timeOf } from "./common.ts";

interface TimeRange {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

/** Whether a range with both ends has them in order. */
export function startsBeforeEnd({ start_time: start, end_time: end }: TimeRange): boolean {
  return start === undefined || end === undefined || timeOf(start) < timeOf(end);
}

/** What is said of a range that has not. */
export const START_TOO_LATE = { path: ["start_time"], message: "must be before end_time" };
