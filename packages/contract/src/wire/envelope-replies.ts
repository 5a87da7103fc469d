/**
 * The caller's half of the authentication service's format: `{data}`, errors as `{error: {code, message, details}}`.
 */

import type { Issue, ProblemInit } from "../problem.ts";
import { codeOf, member, sentence } from "./decode.ts";
import type { ReplyFormat } from "./wire-format.ts";

export const envelopeReplies: Required<ReplyFormat> = {
  decode: (reply) => {
    const error = member(reply.body, "error");
    const code = member(error, "code");
    return {
      status: reply.status,
      code: typeof code === "string" ? code : codeOf(reply),
      message: sentence(error, "message", reply.status),
      ...detailsIn(member(error, "details")),
    };
  },
  envelope: { unwrap: (body) => member(body, "data") },
};

/** Reads the details of an error: values by name, or issues. */
function detailsIn(details: unknown): Pick<ProblemInit, "details" | "issues"> {
  if (Array.isArray(details)) return { issues: issuesIn(details) };
  if (typeof details !== "object" || details === null) return {};
  return { details: details as Readonly<Record<string, unknown>> };
}

/** The format names neither the part of the request nor the type of the fault. */
function issuesIn(details: readonly unknown[]): readonly Issue[] {
  return details.flatMap((detail: unknown) => {
    const [path, msg] = [member(detail, "path"), member(detail, "message")];
    return typeof path === "string" && typeof msg === "string"
      ? [{ loc: [path], msg, type: "value_error" }]
      : [];
  });
}
