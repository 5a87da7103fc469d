/** The node's format: bare data; errors are `{error}`, with `field` for 422 and `retry_after` for 429. */

import type { ProblemInit } from "../problem.ts";
import { errorReplies } from "./error-replies.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

/** Wire format of the node: bare data; errors as `{error}`, with `field` or `retry_after`. */
export const errorFormat: WireFormat = {
  ...errorReplies,
  name: "error",
  invalid: { params: 422, query: 422, headers: 422, body: 422 },
  encode: (problem) => ({
    error: textOf(problem),
    ...fieldOf(problem),
    ...(problem.retryAfterSeconds === undefined ? {} : { retry_after: problem.retryAfterSeconds }),
  }),
};

/** A sentence that begins with its field, as those of a core do, names it once. */
function textOf(problem: ProblemInit): string {
  const issues = problem.issues?.map(({ loc, msg, type }) => {
    const field = loc.slice(1).join(".");
    return field !== "" && msg.startsWith(`${field}: `)
      ? msg
      : problemText({ message: msg, issues: [{ loc, msg, type }] });
  });
  return issues === undefined || issues.length === 0 ? problem.message : issues.join("; ");
}

/** The first issue's place without its part: `payment_amount`. */
function fieldOf(problem: ProblemInit): { field?: string } {
  const loc = problem.issues?.[0]?.loc.slice(1) ?? [];
  return problem.status === 422 && loc.length > 0 ? { field: loc.join(".") } : {};
}
