/**
 * The authentication service's format: `{success: true, data}` and `{success: false, error: {code, message}}`.
 *
 * An error of a request's parts adds `error.details`: one `{path, message}` a fault, the path without its part.
 */

import * as z from "zod";

import type { Issue } from "../problem.ts";
import { codeOf, member, sentence } from "./decode.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

export const envelope: WireFormat = {
  name: "envelope",
  invalid: { params: 400, query: 400, headers: 400, body: 400 },
  codes: {
    INVALID_PARAMETERS: "VALIDATION_ERROR",
    BODY_INCOMPLETE: "VALIDATION_ERROR",
    HOST_INVALID: "VALIDATION_ERROR",
    PATH_MALFORMED: "VALIDATION_ERROR",
    REQUEST_MALFORMED: "VALIDATION_ERROR",
    BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  },
  encode: (problem) => ({
    success: false,
    error: {
      code: problem.code,
      message: problemText(problem),
      ...(problem.issues === undefined ? {} : { details: problem.issues.map(detailOf) }),
    },
  }),
  decode: (reply) => {
    const error = member(reply.body, "error");
    const code = member(error, "code");
    return {
      status: reply.status,
      code: typeof code === "string" ? code : codeOf(reply),
      message: sentence(error, "message", reply.status),
      issues: issuesIn(member(error, "details")),
    };
  },
  envelope: {
    schema: (data) => z.object({ success: z.literal(true), data: data.optional() }),
    wrap: (data) => (data === undefined ? { success: true } : { success: true, data }),
    unwrap: (body) => member(body, "data"),
  },
};

function detailOf({ loc, msg }: Issue): { readonly path: string; readonly message: string } {
  return { path: loc.slice(1).join("."), message: msg };
}

/** The inverse, as far as it goes: the part of the request and the fault's type are not told. */
function issuesIn(details: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(details)) return undefined;
  return details.flatMap((detail: unknown) => {
    const [path, msg] = [member(detail, "path"), member(detail, "message")];
    return typeof path === "string" && typeof msg === "string"
      ? [{ loc: [path], msg, type: "value_error" }]
      : [];
  });
}
