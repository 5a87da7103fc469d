/** The addresses at which people open the page, which sign-in messages name. */

import { isLoopback } from "@bourse/http";

import type { CurationEnvironment } from "./environment.ts";

/** Options of the core that say what sign-in messages name. */
export interface Sites {
  readonly domain: string;
  readonly uri: string;
  /** Further origins of the same page. */
  readonly otherOrigins: readonly string[];
}

type Settings = Pick<
  CurationEnvironment,
  "HOST" | "CURATION_PORT" | "CURATION_DOMAIN" | "CURATION_URI"
>;

/**
 * Domain and URI of the settings; by default those of host and port. On loopback the page is the same at localhost,
 * 127.0.0.1 and [::1].
 */
export function sitesOf({ HOST, CURATION_PORT, CURATION_DOMAIN, CURATION_URI }: Settings): Sites {
  const isWildcard = HOST === "0.0.0.0" || HOST === "::";
  const isLocal = isLoopback(HOST) || isWildcard;
  const main = originOf(isLocal ? "localhost" : HOST, CURATION_PORT);
  const isStated = CURATION_DOMAIN !== undefined || CURATION_URI !== undefined;
  return {
    domain: CURATION_DOMAIN ?? new URL(main).host,
    uri: CURATION_URI ?? main,
    otherOrigins:
      isStated || !isLocal
        ? []
        : ["127.0.0.1", "::1"].map((address) => originOf(address, CURATION_PORT)),
  };
}

/** A port that is taken at the start, 0, is not known before; messages name the usual one. */
function originOf(host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return new URL(`http://${name}:${port === 0 ? 3001 : port}`).origin;
}
