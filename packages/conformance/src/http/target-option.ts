/** Rule of an option that is a service under test, for callers without types. */

import {
  absentOr,
  anyFunction,
  anyText,
  objectOf,
  recordOf,
  shapedOption,
  type OptionRule,
} from "@bourse/kernel";

import type { ConformanceTarget } from "./wire.ts";

/** A service that requests are sent to. */
export const targetOption: OptionRule<ConformanceTarget> = shapedOption<ConformanceTarget>(
  "an object with baseUrl",
  objectOf({
    baseUrl: anyText,
    fetch: absentOr(anyFunction),
    headers: absentOr(recordOf(anyText)),
  }),
);
