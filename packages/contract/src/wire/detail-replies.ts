/** The caller's half of the backtest service's format: bare data, errors as `{detail, status_code}`. */

import type { ProblemInit } from "../problem.ts";
import { codeOf, issuesIn, member, sentence } from "./decode.ts";
import { problemText } from "./issue-text.ts";
import type { ReplyFormat } from "./wire-format.ts";

/** The values beside the sentence of an error that has a code. */
function detailsIn(body: unknown): ProblemInit["details"] {
  if (typeof member(body, "code") !== "string") return undefined;
  const { detail: _sentence, code: _code, ...details } = body as Record<string, unknown>;
  return details;
}

export const detailReplies: Pick<ReplyFormat, "decode"> = {
  decode: (reply) => {
    const issues = issuesIn(member(reply.body, "detail"));
    const message = sentence(reply.body, "detail", reply.status);
    return {
      status: reply.status,
      code: codeOf(reply),
      message: problemText({ message, issues }),
      issues,
      details: detailsIn(reply.body),
    };
  },
};
