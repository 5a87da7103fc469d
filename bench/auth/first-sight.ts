/**
 * Claim: a token that is seen for the first time costs at most 2.0 times the processor time of its bare ES256
 * verification by OpenSSL, with 16 requests under way.
 *
 * The verification runs off the event loop. One request alone waits for a thread to wake up, which is told beside.
 */

import { createPublicKey, verify, type JsonWebKey } from "node:crypto";

import type { AuthCore } from "@bourse/auth-core";

import { EMAIL, fixture, median, note, PASSWORD, report } from "./fixture.ts";

const ROUNDS = 9;
const TOKENS = 300;
const SIDE_BY_SIDE = 16;
const LIMIT = 2;

export async function measureFirstSight(): Promise<void> {
  const { core, token } = await fixture();
  const bare = bareVerifier(core, token);
  const guarded = (one: string): Promise<unknown> =>
    Promise.resolve(core.guard.identify({ token: one }));
  const ratios: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [some, others] = [await freshTokens(core), await freshTokens(core)];
    const base = await cost(1, some, bare);
    const many = await cost(SIDE_BY_SIDE, some, guarded);
    const one = await cost(1, others, guarded);
    // The first round warms up.
    if (round === 0) continue;
    ratios.push(many / base);
    alone.push(one / base);
  }
  const ratio = median(ratios);
  report(
    "first sight of an ES256 token, × bare OpenSSL verify (≤ 2.0)",
    ratio.toFixed(2),
    ratio <= LIMIT,
  );
  note("the same, one request at a time", median(alone).toFixed(2));
}

function bareVerifier(core: AuthCore, token: string): (token: string) => Promise<void> {
  const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
  const { kid } = JSON.parse(header) as { kid: string };
  const jwk = core.signingKeys.jwks().keys.find((one) => one.kid === kid);
  const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  return (one) => {
    const end = one.lastIndexOf(".");
    const signature = Buffer.from(one.slice(end + 1), "base64url");
    const data = Buffer.from(one.slice(0, end));
    const isGood = verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature);
    return isGood ? Promise.resolve() : Promise.reject(new Error("expected a good signature"));
  };
}

export async function freshTokens(core: AuthCore): Promise<string[]> {
  const { refreshToken } = await core.accounts.login({ email: EMAIL, password: PASSWORD });
  const tokens: string[] = [];
  for (let i = 0; i < TOKENS; i += 1)
    tokens.push((await core.sessions.refresh(refreshToken)).token);
  return tokens;
}

/** Microseconds of processor time a token, of all threads. */
export async function cost(
  width: number,
  tokens: readonly string[],
  check: (token: string) => Promise<unknown>,
): Promise<number> {
  const left = tokens.values();
  const before = process.cpuUsage();
  const worker = async (): Promise<void> => {
    for (const token of left) await check(token);
  };
  await Promise.all(Array.from({ length: width }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / tokens.length;
}
