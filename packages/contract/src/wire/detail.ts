/** The backtest service's format: bare data; errors are `{detail, status_code}`, with a list of issues for 422. */

import * as z from "zod";

import type { Issue } from "../problem.ts";
import { codeOf, issuesIn, retryAfterOf, sentence } from "./decode.ts";
import { IssueSchema } from "./issue-schema.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

export const detail: WireFormat = {
  name: "detail",
  invalid: { params: 400, query: 400, headers: 400, body: 422 },
  errorSchema: (status) =>
    z.object({
      detail: status === 422 ? z.array(IssueSchema) : z.string(),
      status_code: z.literal(status),
    }),
  encode: (problem) => ({
    detail: problem.status === 422 ? listed(problem.message, problem.issues) : problemText(problem),
    status_code: problem.status,
  }),
  decode: (reply) => {
    const body = reply.body as { readonly detail?: unknown } | null | undefined;
    const issues = issuesIn(body?.detail);
    return {
      status: reply.status,
      code: codeOf(reply),
      message:
        issues === undefined
          ? sentence(body, "detail", reply.status)
          : problemText({ code: "", status: 422, message: "the request is not valid", issues }),
      issues,
      retryAfterSeconds: retryAfterOf(reply),
    };
  },
};

/** The documented 422 is always a list: a refusal without a place of its own is an issue of the body. */
function listed(message: string, issues: readonly Issue[] | undefined): readonly Issue[] {
  return issues !== undefined && issues.length > 0
    ? issues
    : [{ loc: ["body"], msg: message, type: "value_error" }];
}
