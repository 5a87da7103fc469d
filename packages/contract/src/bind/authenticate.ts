/** Finds the credential of a request and has it judged. */

import { ContractError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { Api, SecurityScheme } from "../route/api.ts";
import type { Incoming } from "../route/exchange.ts";
import type { Route } from "../route/route.ts";

/**
 * Judges a credential of the named scheme; undefined when the request carries none.
 * Answers the caller's identity or the Problem (401, 403) that refuses it. A Problem thrown is taken too, but one made
 * once and answered costs no stack trace for each forgery.
 */
export type Authenticate<Identity> = (
  scheme: string,
  credential: string | undefined,
  route: Route,
  incoming: Incoming,
) => Identity | Problem | Promise<Identity | Problem>;

/** Authentication before a route, which returns an identity or a Problem: undefined lets everyone through. */
export type Gate = ((incoming: Incoming) => unknown) | undefined;

/** The gate of one route: of several schemes the first whose credential is there is the one that counts. */
export function compileGate<Identity>(
  api: Api,
  key: string,
  route: Route,
  authenticate: Authenticate<Identity> | undefined,
): Gate {
  const schemes = schemesOf(api, route);
  const first = schemes[0];
  if (first === undefined) return undefined;
  if (authenticate === undefined) {
    if (schemes.every(({ scheme }) => scheme.optional === true)) return undefined;
    throw new ContractError(
      "AUTHENTICATE_MISSING",
      `${api.id}: "${key}" needs credentials; give bindApi an authenticate function`,
    );
  }
  const readers = schemes.map(({ name, scheme }) => ({ name, read: readerOf(scheme) }));
  return (incoming) => {
    for (const { name, read } of readers) {
      const credential = read(incoming);
      if (credential !== undefined) return authenticate(name, credential, route, incoming);
    }
    return authenticate(first.name, undefined, route, incoming);
  };
}

/** The challenge of a 401 (RFC 9110, 11.6.1). */
export function challengeOf(api: Api, route: Route): string {
  return schemesOf(api, route)
    .map(({ scheme }) => (scheme.type === "bearer" ? "Bearer" : `ApiKey header="${scheme.header}"`))
    .join(", ");
}

function schemesOf(api: Api, route: Route): { name: string; scheme: SecurityScheme }[] {
  const names = route.definition.security ?? [];
  return (typeof names === "string" ? [names] : names).flatMap((name) => {
    const scheme = api.security[name];
    return scheme === undefined ? [] : [{ name, scheme }];
  });
}

/** Reads the credential of one scheme; undefined when the request does not carry it. */
function readerOf(scheme: SecurityScheme): (incoming: Incoming) => string | undefined {
  if (scheme.type === "bearer") {
    return ({ headers }) => {
      const header = single(headers["authorization"]);
      if (header === undefined) return undefined;
      const found = /^bearer(?: +(.*))?$/i.exec(header);
      // The scheme alone is an empty token, not the absence of one: no other credential stands in for it.
      return found === null ? undefined : (found[1] ?? "");
    };
  }
  const field = scheme.header.toLowerCase();
  return (incoming) => {
    const exact = scheme.exactCase === true ? incoming.rawHeaderNames?.() : undefined;
    return exact === undefined || exact.includes(scheme.header)
      ? single(incoming.headers[field])
      : undefined;
  };
}

/** A header that came several times is no credential. */
function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
