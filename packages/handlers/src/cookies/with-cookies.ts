/**
 * Logins in cookies for pages of the same site, around the routes of an API: a login that asks for it gets its tokens
 * in a cookie that no script can read, and the page a value that counts only together with it. What the routes see are
 * the tokens, so that sessions end, rotate and are listed as all others.
 */

import { type BoundRoute, type Incoming, type Outgoing, Problem } from "@bourse/contract";

import {
  type CookieLogin,
  cookieLogin,
  isPageToken,
  keepingCookie,
  newPageToken,
  removingCookie,
} from "./cookie-login.ts";
import { deviceCookie, keepingDevice } from "./device-cookie.ts";
import { type OwnOrigins, isOwnPage, judgedLogin, keepsCookies } from "./judge-cookie.ts";
import { JudgedIncoming } from "./judged-incoming.ts";

/** Names of the routes and fields of one API. */
export interface CookieNames {
  /** Name of the cookie, `__Host-…`. */
  readonly cookie: string;
  /** Names of the access token and the refresh token in bodies. */
  readonly fields: readonly [access: string, refresh: string];
  /** Keys of the routes that log in. */
  readonly logins: readonly string[];
  /** The cookie that keeps the secret of a remembered device, which outlives logins. */
  readonly device: {
    /** Name of the cookie, `__Host-…`. */
    readonly cookie: string;
    /** Name of the secret in bodies. */
    readonly field: string;
    /** Keys of the logins that take the secret. */
    readonly logins: readonly string[];
  };
}

interface Parts extends CookieNames, OwnOrigins {}

type Json = Record<string, unknown>;

/** The routes with logins in cookies. */
export function withCookies(
  routes: readonly BoundRoute[],
  names: CookieNames,
  own: OwnOrigins,
): readonly BoundRoute[] {
  const parts = { ...names, ...own };
  return routes.map((route) => ({ ...route, run: runOf(parts, route) }));
}

function runOf(parts: Parts, route: BoundRoute): BoundRoute["run"] {
  if (parts.logins.includes(route.key)) return (incoming) => logIn(parts, route, incoming);
  if (route.key === "refresh" || route.key === "logout") {
    return (incoming) => useRefreshToken(parts, route, incoming);
  }
  return (incoming) => {
    const login = judgedLogin(parts.cookie, parts, incoming);
    if (login === undefined) return route.run(incoming);
    const headers = { ...incoming.headers, authorization: `Bearer ${login.access}` };
    return route.run(new JudgedIncoming(incoming, { headers }));
  };
}

/** A login, whose tokens go into a cookie when it asks for one. */
async function logIn(parts: Parts, route: BoundRoute, incoming: Incoming): Promise<Outgoing> {
  let asksForCookie = false;
  const request = withBody(incoming, (body) => {
    const { session, ...others } = body;
    asksForCookie = session === "cookie";
    if (!asksForCookie) return body;
    refuseForeign(parts, incoming);
    return withDevice(parts, route, incoming, others);
  });
  const outgoing = await route.run(request);
  if (!asksForCookie || outgoing.status >= 300) return outgoing;
  return keeping(parts, outgoing, { access: "", refresh: "", page: newPageToken() });
}

/** The body of a login with the secret of the device that the browser keeps. */
function withDevice(
  { device: { cookie, field, logins } }: Parts,
  { key }: BoundRoute,
  { headers }: Incoming,
  body: Json,
): Json {
  const secret = logins.includes(key) ? deviceCookie(cookie, headers["cookie"]) : undefined;
  return secret === undefined ? body : { ...body, [field]: secret };
}

/** @throws Problem FORBIDDEN */
function refuseForeign(own: OwnOrigins, incoming: Incoming): void {
  if (!isOwnPage(own, incoming)) {
    throw forbidden("A login in a cookie is for pages of this service's own origin.");
  }
  if (!keepsCookies(incoming)) {
    throw forbidden(
      "A login in a cookie needs HTTPS: browsers keep it over HTTP on localhost only.",
    );
  }
}

const forbidden = (message: string): Problem =>
  new Problem({ code: "FORBIDDEN", status: 403, message });

/** A call that takes a refresh token: the page's token stands for that in the cookie. */
async function useRefreshToken(
  parts: Parts,
  route: BoundRoute,
  incoming: Incoming,
): Promise<Outgoing> {
  const [, field] = parts.fields;
  const held = cookieLogin(parts.cookie, incoming.headers["cookie"]);
  if (held === undefined || !isOwnPage(parts, incoming)) return route.run(incoming);
  let isUsed = false;
  const request = withBody(incoming, (body) => {
    const given = body[field];
    isUsed = typeof given === "string" && isPageToken(given, held);
    return isUsed ? { ...body, [field]: held.refresh } : body;
  });
  const outgoing = await route.run(request);
  if (!isUsed) return outgoing;
  const isOver = outgoing.status === 401 || (route.key === "logout" && outgoing.status < 300);
  if (isOver) return setting(outgoing, [removingCookie(parts.cookie)]);
  return outgoing.status < 300 ? keeping(parts, outgoing, held) : outgoing;
}

/** The answer with its tokens in the cookie, those that it has not from the login before. */
function keeping(
  { cookie, fields, device }: Parts,
  outgoing: Outgoing,
  held: CookieLogin,
): Outgoing {
  const whole = JSON.parse(outgoing.body as string) as Json; // both APIs answer JSON
  const data = (whole["data"] ?? whole) as Json;
  const tokenIn = (field: string, before: string): string => {
    const token = data[field];
    return typeof token === "string" ? token : before;
  };
  const [accessField, refreshField] = fields;
  const login = {
    access: tokenIn(accessField, held.access),
    refresh: tokenIn(refreshField, held.refresh),
    page: held.page,
  };
  for (const field of fields) if (field in data) data[field] = held.page;
  const { [device.field]: secret, ...others } = data;
  const kept = typeof secret === "string" ? [keepingDevice(device.cookie, secret)] : [];
  const body = JSON.stringify(data === whole ? others : { ...whole, data: others });
  return setting({ ...outgoing, body }, [keepingCookie(cookie, login), ...kept]);
}

/** The answer with cookies, which no cache may keep. */
function setting(outgoing: Outgoing, cookies: readonly string[]): Outgoing {
  return { ...outgoing, headers: { ...outgoing.headers, "cache-control": "no-store" }, cookies };
}

/** The request with a change of its body; one that is no JSON object is left to the route. */
function withBody(incoming: Incoming, change: (body: Json) => Json): Incoming {
  const body: Incoming["body"] = async (limit) => {
    const bytes = await incoming.body(limit);
    const value = parsed(bytes);
    if (value === undefined) return bytes;
    const changed = change(value);
    return changed === value ? bytes : new TextEncoder().encode(JSON.stringify(changed));
  };
  return new JudgedIncoming(incoming, { body });
}

function parsed(bytes: Uint8Array): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined;
  } catch {
    return undefined;
  }
}
