/**
 * The authentication service's format: `{success: true, data}` and `{success: false, error: {code, message}}`.
 *
 * An error of a request's parts adds `error.details`: one `{path, message}` a fault, the path without its part. Another
 * error may have an object of values there that its caller needs.
 */

import * as z from "zod";

import type { Issue } from "../problem.ts";
import { envelopeReplies } from "./envelope-replies.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

/** Wire format of the auth service: `{success, data}` and `{success, error}`. */
export const envelope: WireFormat = {
  ...envelopeReplies,
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
      ...(problem.details === undefined ? {} : { details: problem.details }),
      ...(problem.issues === undefined ? {} : { details: problem.issues.map(detailOf) }),
    },
  }),
  envelope: {
    schema: (data) =>
      z.object({
        success: z.literal(true).describe("Always true in a success."),
        data: (data.safeParse(undefined).success ? data.optional() : data).describe(
          "The answer itself.",
        ),
      }),
    wrap: (data) => (data === undefined ? { success: true } : { success: true, data }),
    ...envelopeReplies.envelope,
  },
};

function detailOf({ loc, msg }: Issue): { readonly path: string; readonly message: string } {
  return { path: loc.slice(1).join("."), message: msg };
}
