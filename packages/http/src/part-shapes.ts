/** Shapes of the parts that public functions are given. */

import { absentOr, anyFunction, objectOf, recordOf, type ArgumentRule } from "@bourse/kernel";

/** Accepts a variable of an environment. */
export const anyVariable: ArgumentRule = objectOf({ safeParse: anyFunction, meta: anyFunction });
/** Accepts the variables of an environment. */
export const anyShape: ArgumentRule = recordOf(anyVariable);
/** Accepts a log. */
export const anyLogger: ArgumentRule = objectOf({
  debug: anyFunction,
  info: anyFunction,
  warn: anyFunction,
  error: anyFunction,
  fatal: anyFunction,
  isLevelEnabled: absentOr(anyFunction),
});
/** Accepts metrics, and undefined for none. */
export const anyMetrics: ArgumentRule = absentOr(
  objectOf({
    counter: anyFunction,
    histogram: anyFunction,
    gauge: anyFunction,
    exposition: anyFunction,
  }),
);
