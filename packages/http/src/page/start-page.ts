/** The root of a server: what it is, how it is, where its docs are, and how the first call is made. */

import { createHash } from "node:crypto";

import type { Outgoing } from "@bourse/contract";

import { escapeHtml } from "../docs/escape-html.ts";
import type { ReadinessAnswer } from "../probes/probe-rows.ts";
import type { NodeExchange } from "../request/node-exchange.ts";
import { STYLE } from "./start-page-style.ts";

/** Texts of the start page that the API's document does not have. */
export interface StartPage {
  /** Operation id of the route that the page shows as a `curl` line, with the example of its body. */
  readonly firstCall: string;
  /** Proof that calls need under the settings in force: one or two sentences. */
  readonly proof: string;
}

/** Members of an OpenAPI document that the page reads. */
interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
}

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const HEADERS = Object.freeze({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  vary: "Accept",
});

const DATA_HEADERS = Object.freeze({ "content-type": "application/json", vary: "Accept" });

/**
 * Makes the answer to `GET /`: a page for a browser, the same facts as JSON for every other caller. `makeDocument` is
 * called at the first visit; with `hasFeeds` both name the document of the feeds.
 */
export function createStartPage(
  texts: StartPage,
  makeDocument: () => object,
  hasFeeds: boolean,
  readiness: () => Promise<ReadinessAnswer>,
): (exchange: NodeExchange) => Promise<Outgoing> {
  let document: Document | undefined;
  return async (exchange) => {
    document ??= makeDocument() as Document;
    const answer = await readiness();
    if (!prefersHtml(exchange.request.headers.accept)) {
      return {
        status: 200,
        headers: DATA_HEADERS,
        body: JSON.stringify(dataOf(document, hasFeeds, answer)),
      };
    }
    const body = pageOf(document, texts, { hasFeeds, origin: originOf(exchange) }, answer);
    return { status: 200, headers: HEADERS, body };
  };
}

function dataOf(
  { info, paths }: Document,
  hasFeeds: boolean,
  { status, reason }: ReadinessAnswer,
): object {
  return {
    name: info.title,
    version: info.version,
    status,
    reason,
    docs: "/docs",
    openapi: "/openapi.json",
    ...(hasFeeds ? { asyncapi: FEEDS } : {}),
    health: healthOf(paths),
    live: "/livez",
    ready: "/readyz",
  };
}

/** Path of the document of the sockets and streams of events. */
const FEEDS = "/asyncapi.json";

/** Path of the documented health route. */
function healthOf(paths: Document["paths"]): string {
  return Object.keys(paths).find((path) => path.endsWith("/health")) ?? "/readyz";
}

/** True for a caller that names HTML and prefers it to JSON, as browsers do; a caller that takes anything gets data. */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const item of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    weights.set(type, Number(weight) || 0);
  }
  const html = weights.get("text/html") ?? 0;
  const json = weights.get("application/json") ?? weights.get("application/*") ?? 0;
  return html > json;
}

/** The server as the caller names it; without a usable name the address that it came to. */
function originOf({ request: { headers, socket }, isSecure }: NodeExchange): string {
  const given = headers.host ?? "";
  const host = /^[\w.:[\]-]+$/.test(given) ? given : `127.0.0.1:${socket.localPort}`;
  return `${isSecure ? "https" : "http"}://${host}`;
}

function pageOf(
  { info, paths }: Document,
  { firstCall, proof }: StartPage,
  { hasFeeds, origin }: { readonly hasFeeds: boolean; readonly origin: string },
  { status, reason }: ReadinessAnswer,
): string {
  const title = escapeHtml(info.title);
  const health = healthOf(paths);
  const state =
    status === "ready"
      ? "It is ready."
      : `It is ${status}${reason === undefined ? "" : `: ${reason}`}`;
  const links = [
    ["/docs", "every route, to read and to try"],
    ["/openapi.json", "the same for programs, as OpenAPI 3.2"],
    ...(hasFeeds ? [[FEEDS, "sockets and streams of events, as AsyncAPI 3.0"] as const] : []),
    [health, "health of the service"],
    ["/readyz", "the same for load balancers, on every server"],
  ] as const;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="soft">Version ${escapeHtml(info.version)}. This server runs. ${escapeHtml(state)}</p>
<h2>Where to look</h2>
<dl>
${links.map(([path, words]) => `<dt><a href="${path}">${path}</a></dt><dd>${words}</dd>`).join("\n")}
</dl>
${firstCallOf(paths, firstCall, origin)}
<h2>Health check</h2>
<pre tabindex="0" role="region" aria-label="Health"><code>${escapeHtml(`curl ${origin}${health}`)}</code></pre>
<h2>Proof</h2>
<p>${escapeHtml(proof)}</p>
</main>
</body>
</html>
`;
}

function firstCallOf(paths: Document["paths"], operationId: string, origin: string): string {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.operationId !== operationId) continue;
      const { summary = "The first call" } = operation;
      const call = escapeHtml(curlOf(method.toUpperCase(), origin + path, operation));
      return `<h2>First call</h2>
<p>${escapeHtml(summary)}:</p>
<pre tabindex="0" role="region" aria-label="First call"><code>${call}</code></pre>`;
    }
  }
  return "";
}

function curlOf(method: string, url: string, { requestBody }: Operation): string {
  const words = ["curl", ...(method === "GET" ? [] : ["-X", method]), url];
  const [content] = Object.entries(requestBody?.content ?? {});
  if (content === undefined) return words.join(" ");
  const [mediaType, { example = {} }] = content;
  const body = JSON.stringify(example).replaceAll("'", String.raw`'\''`);
  return `${words.join(" ")} \\\n  -H 'content-type: ${mediaType}' \\\n  -d '${body}'`;
}
