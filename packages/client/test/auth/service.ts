/** An access control service as small as the client's tests need: it counts tokens up and knows which are good. */

import { createAuthClient, type AuthClient, type AuthClientOptions } from "../../src/auth/index.ts";
import { json } from "../script.ts";
import { stillClock, type StillClock } from "../still-clock.ts";

export const LIFETIME_SECONDS = 900;

interface Sent {
  /** Method and path without the prefix: `GET /auth/me`. */
  readonly what: string;
  readonly authorization: string | null;
  readonly apiKey: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Service {
  readonly client: AuthClient;
  readonly clock: StillClock;
  readonly sent: Sent[];
  /** Sent body, distinguished by `what` alone. */
  readonly paths: () => string[];
  /** Refuses from now on every token given out so far. */
  readonly expireTokens: () => void;
  /** Refuses refresh tokens from now on. */
  readonly endSessions: () => void;
  /** Fails the next request to that path with a status, or with a broken connection. */
  readonly fail: (what: string, status: number | "network") => void;
  /** Another client of the same service. */
  readonly another: (options: Partial<AuthClientOptions>) => AuthClient;
}

export function service(options: Partial<AuthClientOptions> = {}): Service {
  const clock = stillClock();
  const sent: Sent[] = [];
  const failures = new Map<string, number | "network">();
  let given = 0;
  let good = 1;
  let live = true;
  const pair = (): object => {
    given += 1;
    live = true;
    return { token: `token-${given}`, refreshToken: "refresh-1", expiresIn: LIFETIME_SECONDS };
  };
  const answer = ({ what, authorization, apiKey, body }: Sent): Response => {
    if (what === "POST /auth/login") return ok(pair());
    if (what === "POST /auth/register") {
      return ok({ user: { id: "u", email: "a@b.co", name: "" }, ...pair() }, 201);
    }
    if (what === "POST /auth/logout") return ok({ revoked: true });
    if (what === "POST /auth/refresh") {
      if (!live) return refuse("INVALID_TOKEN");
      const { token } = pair() as { token: string };
      const rotated = body["rotate"] === true ? { refreshToken: `refresh-${given}` } : {};
      return ok({ token, expiresIn: LIFETIME_SECONDS, ...rotated });
    }
    const number = Number(authorization?.replace("Bearer token-", ""));
    if (authorization === null && apiKey === null) return refuse("UNAUTHORIZED");
    if (authorization !== null && number < good) return refuse("TOKEN_EXPIRED");
    return ok({ user: { id: "u", email: "a@b.co", name: "" }, method: "jwt", permissions: [] });
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input as string);
    const headers = new Headers(init?.headers);
    const one: Sent = {
      what: `${init?.method} ${url.pathname.replace("/api/v1", "")}`,
      authorization: headers.get("authorization"),
      apiKey: headers.get("x-api-key"),
      body: JSON.parse((init?.body as string | null | undefined) ?? "{}") as Sent["body"],
    };
    sent.push(one);
    // The answer comes later, so that calls really overlap.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const failure = failures.get(one.what);
    failures.delete(one.what);
    if (failure === "network") throw new TypeError("fetch failed");
    return failure === undefined ? answer(one) : refuse("INTERNAL_ERROR", failure);
  };
  const another = (more: Partial<AuthClientOptions>): AuthClient =>
    createAuthClient({ baseUrl: "http://auth.example", clock, fetch, ...more });
  return {
    client: another(options),
    clock,
    sent,
    paths: () => sent.map(({ what }) => what),
    expireTokens: () => (good = given + 1),
    endSessions: () => (live = false),
    fail: (what, status) => failures.set(what, status),
    another,
  };
}

export const ADA = { body: { email: "ada@example.com", password: "correct horse battery" } };

function ok(data: unknown, status = 200): Response {
  return json(status, { success: true, data });
}

function refuse(code: string, status = 401): Response {
  return json(status, { success: false, error: { code, message: "no" } });
}
