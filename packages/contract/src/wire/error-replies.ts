/** The caller's half of the node's format: bare data, errors as `{error, field?, retry_after?}`. */

import { codeOf, member, sentence } from "./decode.ts";
import type { ReplyFormat } from "./wire-format.ts";

export const errorReplies: Pick<ReplyFormat, "decode"> = {
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
