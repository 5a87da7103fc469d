/** A client with other options for all of its calls, which shares everything else with the client it is made of. */

import { callForms, type Run } from "./call-forms.ts";
import { checked, checkKind } from "./kinds.ts";
import { checkCallOptions, resolveLimits, type CallOptions } from "./options.ts";

/** The options of {@link withOptions}; those of a single call replace them. */
export interface SharedOptions extends Pick<
  CallOptions,
  "signal" | "timeoutMilliseconds" | "totalTimeoutMilliseconds" | "headers"
> {}

/**
 * Creates a client whose calls have other time limits, headers or a signal. It shares the tokens, their refresh and the
 * connections of `client`. `waitForJob` and what else is no call of one route stay as they are.
 *
 * There is no `retry` here: calls that trade or pay would take it for their own, and be sent twice.
 *
 * ```ts
 * const patient = withOptions(client, { timeoutMilliseconds: 300_000 });
 * const job = await patient.getJob({ params: { uuid } });
 * ```
 *
 * @throws ClientError OPTION_INVALID
 */
export function withOptions<C extends object>(client: C, options: SharedOptions): C {
  const examples = {
    signal: new AbortController().signal,
    timeoutMilliseconds: 1,
    totalTimeoutMilliseconds: 1,
    headers: {},
  } satisfies Required<SharedOptions>;
  checkKind(client, {}, "client");
  const shared = checked(options, examples, "options");
  resolveLimits(shared, examples);
  const optionsOf = (own: CallOptions = {}): CallOptions => {
    const { headers, ...others } = checkCallOptions(own, true);
    return { ...shared, ...others, headers: { ...shared.headers, ...headers } };
  };
  const members = Object.entries(client).map(([name, member]: [string, unknown]) => [
    name,
    changed(name, member, optionsOf),
  ]);
  return Object.fromEntries(members) as C;
}

function changed(
  name: string,
  member: unknown,
  optionsOf: (own?: CallOptions) => CallOptions,
): unknown {
  if (typeof member !== "function") return member;
  if (name === "request") {
    const request = member as (...given: readonly unknown[]) => unknown;
    return async (method: unknown, path: unknown, input: unknown, own?: CallOptions) =>
      request(method, path, input, optionsOf(own));
  }
  if (!("withResponse" in member)) return member;
  const run = member.withResponse as Run;
  return callForms(async (input, own) => run(input, optionsOf(own)), member);
}
