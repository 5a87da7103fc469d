/**
 * Detection of a program on this machine that calls with nothing between it and this server.
 *
 * A proxy on the same machine calls from a loopback address too, on behalf of anybody; a browser does so for any web
 * page. The address alone therefore proves nothing; the account of the program that calls does, where it can be known.
 */

import type { IncomingMessage } from "node:http";

import { isLoopback } from "@bourse/kernel";

import { plainAddress } from "./client-address.ts";
import { isForeignPage } from "./foreign-page.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { isOwnAccount } from "./peer-account.ts";
import { trustNobody, type TrustProxy } from "./trust-proxy.ts";

/** Header names with which proxies say for whom they call. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-)?(?:cluster-)?client-ip|true-client-ip|cf-.+|x-envoy-.+)$/;

/**
 * True for a request from a loopback address, in HTTP/1.1 (nginx speaks 1.0 to the server behind it unless told
 * otherwise), without a header of a proxy, from no foreign web page and, on Linux, from a program of this process's own
 * account or of root. Always false where a proxy is trusted to name callers: then there is one.
 */
export function isLocalCaller(request: IncomingMessage, trust: TrustProxy): boolean {
  if (trust !== trustNobody || request.httpVersion !== "1.1") return false;
  const address = plainAddress(request.socket.remoteAddress ?? "");
  if (address === undefined || !isLoopback(address)) return false;
  for (const name in request.headers) if (PROXY_HEADER.test(name)) return false;
  const isForeign =
    request.headers.origin === undefined ? isForeignPage(request) : !isOwnOrigin(request, trust);
  return !isForeign && isOwnAccount(request.socket);
}
