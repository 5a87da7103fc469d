/** The authentication service's format: `{success: true, data}` and `{success: false, error: {code, message}}`. */

import * as z from "zod";

import { codeOf, member, sentence } from "./decode.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

export const envelope: WireFormat = {
  name: "envelope",
  invalid: { params: 400, query: 400, headers: 400, body: 400 },
  encode: (problem) => ({
    success: false,
    error: { code: problem.code, message: problemText(problem) },
  }),
  decode: (reply) => {
    const error = member(reply.body, "error");
    const code = member(error, "code");
    return {
      status: reply.status,
      code: typeof code === "string" ? code : codeOf(reply),
      message: sentence(error, "message", reply.status),
    };
  },
  envelope: {
    schema: (data) => z.object({ success: z.literal(true), data: data.optional() }),
    wrap: (data) => (data === undefined ? { success: true } : { success: true, data }),
    unwrap: (body) => member(body, "data"),
  },
};
