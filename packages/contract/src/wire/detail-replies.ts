/** The caller's half of the backtest service's format: bare data, errors as `{detail, status_code}`. */

import { codeOf, issuesIn, member, sentence } from "./decode.ts";
import { problemText } from "./issue-text.ts";
import type { ReplyFormat } from "./wire-format.ts";

export const detailReplies: Pick<ReplyFormat, "decode"> = {
  decode: (reply) => {
    const issues = issuesIn(member(reply.body, "detail"));
    const message = sentence(reply.body, "detail", reply.status);
    return {
      status: reply.status,
      code: codeOf(reply),
      message: problemText({ message, issues }),
      issues,
    };
  },
};
