/** Splits a request target without decoding it: Polka's own parser would build a query object that nobody reads. */

import type { IncomingMessage } from "node:http";

import { isWellEncoded } from "@bourse/contract";

/** Parts of a request target that Polka reads. */
export interface RequestTarget {
  /** The path as it came, still percent-encoded. */
  readonly pathname: string;
  /** The query with its question mark, or the empty string. */
  readonly search: string;
  readonly query: undefined;
  readonly hash: undefined;
  readonly raw: string;
}

/** Path and query of the target of `request`, in origin form (`/a?b`), absolute form (`http://host/a?b`) or `*`. */
export function parseTarget(request: { readonly url?: string | undefined }): RequestTarget {
  const raw = request.url ?? "/";
  // 47 is the slash: the origin form, all that browsers and clients send to a server.
  const target = raw.charCodeAt(0) === 47 ? raw : originForm(raw);
  const mark = target.indexOf("?");
  return mark === -1
    ? { pathname: target, search: "", query: undefined, hash: undefined, raw }
    : {
        pathname: target.slice(0, mark),
        search: target.slice(mark),
        query: undefined,
        hash: undefined,
        raw,
      };
}

/** Polka leaves a broken percent-encoding of the path as it is, and a route would take it for a name. */
export function checkEncoding(url: string | undefined): "PATH_MALFORMED" | undefined {
  if (url === undefined || !url.includes("%")) return undefined;
  return isWellEncoded(url.replace(/[?#].*$/s, "")) ? undefined : "PATH_MALFORMED";
}

/**
 * The absolute form names a host beside the Host header (RFC 9112 section 3.2.2); one that differs is meant for another
 * server, and whatever judged the Host header has judged the wrong name.
 */
export function checkAuthority({
  url = "/",
  headers: { host = "" },
}: IncomingMessage): "HOST_NOT_ALLOWED" | undefined {
  if (url.charCodeAt(0) === 47 || url === "*") return undefined;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority?.toLowerCase() === host.toLowerCase() ? undefined : "HOST_NOT_ALLOWED";
}

/** RFC 9112 section 3.2.2: a server must accept the absolute form, though only proxies get it. */
function originForm(raw: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(raw);
  if (absolute === null) return raw;
  const rest = absolute[1] ?? "";
  return rest.startsWith("/") ? rest : `/${rest}`;
}
