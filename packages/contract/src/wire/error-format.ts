/** The node's format: bare data; errors are `{error}`, with `field` for 422 and `retry_after` for 429. */

import type { ProblemInit } from "../problem.ts";
import { codeOf, member, sentence } from "./decode.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

export const errorFormat: WireFormat = {
  name: "error",
  invalid: { params: 422, query: 422, headers: 422, body: 422 },
  encode: (problem) => ({
    error: problemText(problem),
    ...fieldOf(problem),
    ...(problem.retryAfterSeconds === undefined ? {} : { retry_after: problem.retryAfterSeconds }),
  }),
  decode: (reply) => {
    const retryAfter = member(reply.body, "retry_after");
    const field = member(reply.body, "field");
    const message = sentence(reply.body, "error", reply.status);
    return {
      status: reply.status,
      code: codeOf(reply),
      message,
      issues:
        typeof field === "string"
          ? [{ loc: [field], msg: message, type: "value_error" }]
          : undefined,
      retryAfterSeconds: typeof retryAfter === "number" ? retryAfter : undefined,
    };
  },
};

/** The first issue's place without its part: `payment_amount`. */
function fieldOf(problem: ProblemInit): { field?: string } {
  const loc = problem.issues?.[0]?.loc.slice(1) ?? [];
  return problem.status === 422 && loc.length > 0 ? { field: loc.join(".") } : {};
}
