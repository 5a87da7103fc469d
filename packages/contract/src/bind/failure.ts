/** Turns anything thrown into a reply of the API's documented shape. */

import { isProblem, Problem } from "../problem.ts";
import type { Incoming, Outgoing } from "../route/exchange.ts";
import { ERROR_CODE_HEADER } from "../wire/decode.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { JSON_HEADERS } from "./success.ts";

/** Options of {@link compileFailure}. */
export interface FailureOptions {
  /** Turns an error of a core into a problem; undefined for one that nobody expected. */
  readonly translate?: (error: unknown) => Problem | undefined;
  /** Told of errors that nobody expected and of faults of the store. */
  readonly onError?: (error: unknown, call: { key: string; requestId: string | undefined }) => void;
}

/**
 * Makes the function that turns what an act has thrown into a reply of the API's shape; what nobody expected is a 500
 * that says nothing of the inside. `key` names the route to `onError`; a 401 carries `challenge`, unless it is empty.
 */
export function compileFailure(
  key: string,
  wire: WireFormat,
  challenge: string,
  options: FailureOptions,
): (error: unknown, incoming: Pick<Incoming, "requestId">) => Outgoing {
  return (error, { requestId }) => {
    const problem = isProblem(error) ? error : translated(error, options);
    if (problem === undefined || FAULTS.has(problem.code)) {
      options.onError?.(error, { key, requestId });
    }
    const outgoing = problemReply(wire, problem ?? UNEXPECTED);
    return outgoing.status === 401 && challenge !== "" && !("www-authenticate" in outgoing.headers)
      ? { ...outgoing, headers: { ...outgoing.headers, "www-authenticate": challenge } }
      : outgoing;
  };
}

/** Problems with a code of their own whose cause the operator has to see. */
const FAULTS: ReadonlySet<string> = /* @__PURE__ */ new Set(["STORE_IO", "STORE_CORRUPT"]);

/** A translation that breaks is no translation: the fault itself is what must be told. */
function translated(error: unknown, options: FailureOptions): Problem | undefined {
  try {
    return options.translate?.(error);
  } catch {
    return undefined;
  }
}

/** A problem as a reply: for transports, whose own refusals take the API's shape too. */
export function problemReply(wire: WireFormat, problem: Problem): Outgoing {
  const code = wire.codes?.[problem.code] ?? problem.code;
  const { status, message, issues, details, retryAfterSeconds } = problem;
  const wait = retryAfterSeconds ?? (status === 503 ? AWAY_SECONDS : undefined);
  const headers: Record<string, string> = {
    ...JSON_HEADERS,
    [ERROR_CODE_HEADER]: code,
    ...problem.headers,
  };
  if (wait !== undefined) headers["retry-after"] = String(Math.ceil(wait));
  const body = JSON.stringify(
    wire.encode({ code, status, message, issues, details, retryAfterSeconds }),
  );
  return { status, headers, body };
}

/** Wait in seconds that a 503 tells where its cause tells none: by then a part that is replaced is back. */
const AWAY_SECONDS = 5;

/** Says nothing of the inside. */
const UNEXPECTED = /* @__PURE__ */ new Problem({
  code: "INTERNAL_ERROR",
  status: 500,
  message: "internal server error",
});
