/**
 * Parts that every wire format's decoder needs: the code of an error that its body does not name, and careful reads.
 */

import type { Issue } from "../problem.ts";
import type { ErrorReply } from "./wire-format.ts";

/** Carries the error's code where the documented body has no room for it. */
export const ERROR_CODE_HEADER = "x-error-code";

/** The header's code, else the route's only code of that status, else a name for the status. */
export function codeOf({ header, codes, status }: ErrorReply): string {
  return header(ERROR_CODE_HEADER) ?? codes[status] ?? `HTTP_${status}`;
}

/** `body[key]` of anything at all. */
export function member(body: unknown, key: string): unknown {
  return (Object(body) as Readonly<Record<string, unknown>>)[key];
}

/** The text at `key`, else a sentence with the status. */
export function sentence(body: unknown, key: string, status: number): string {
  const text = member(body, key);
  return typeof text === "string" && text !== "" ? text : `the server answered ${status}`;
}

/** A list of issues, where `value` is one. */
export function issuesIn(value: unknown): readonly Issue[] | undefined {
  return Array.isArray(value) ? value.filter(isIssue) : undefined;
}

function isIssue(value: unknown): value is Issue {
  return (
    Array.isArray(member(value, "loc")) &&
    typeof member(value, "msg") === "string" &&
    typeof member(value, "type") === "string"
  );
}
