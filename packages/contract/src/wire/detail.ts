/** The backtest service's format: bare data; errors are `{detail, status_code}`, with a list of issues for 422. */

import type { Issue } from "../problem.ts";
import { detailReplies } from "./detail-replies.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

/** Wire format of the backtest service: bare data; errors as `{detail, status_code}`. */
export const detail: WireFormat = {
  ...detailReplies,
  name: "detail",
  invalid: { params: 400, query: 400, headers: 400, body: 422 },
  encode: (problem) => ({
    detail: problem.status === 422 ? listed(problem.message, problem.issues) : problemText(problem),
    status_code: problem.status,
  }),
};

/** The documented 422 is always a list: a refusal without a place of its own is an issue of the body. */
function listed(message: string, issues: readonly Issue[] | undefined): readonly Issue[] {
  return issues !== undefined && issues.length > 0
    ? issues
    : [{ loc: ["body"], msg: message, type: "value_error" }];
}
