/** An authenticator app as a person would have it. */

import { codeAt } from "../../../../test/support/authenticator.ts";
import type { Answer, Calls } from "./calls.ts";

/** Time at which the clocks of test servers stand, until they are moved. */
const START = Date.UTC(2026, 0, 15);

export interface Authenticator {
  readonly id: string;
  readonly recoveryCodes: readonly string[];
  /** The code of a step after the one that confirmed the app; each works once. */
  readonly codeOf: (step: number) => Promise<string>;
}

/** Adds an authenticator app to the account of a token. */
export async function addTotp(server: Calls, token: string): Promise<Authenticator> {
  type Begun = { readonly id: string; readonly secret: string };
  const begun = await server.post<Begun>("auth/factors/totp", undefined, { token });
  if (begun.status !== 201) throw new Error(`beginning failed: ${begun.text}`);
  const { id, secret } = begun.data;
  const codeOf = (step: number): Promise<string> => codeAt(secret, START, step);
  const body = { id, code: await codeOf(0) };
  type Confirmed = { readonly recoveryCodes: readonly string[] };
  const done = await server.post<Confirmed>("auth/factors/totp/confirm", body, { token });
  if (done.status !== 200) throw new Error(`confirming failed: ${done.text}`);
  return { id, recoveryCodes: done.data.recoveryCodes, codeOf };
}

/** The details of a refusal that asks for a factor. */
export function challengeIn({ text }: Answer): {
  readonly challenge: string;
  readonly factors: readonly string[];
} {
  return (JSON.parse(text) as { readonly error: { readonly details: never } }).error.details;
}
