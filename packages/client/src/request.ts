/** Builds a request out of a call's input. */

import type { RouteCall, Service } from "@bourse/contract/client";

import { ClientError } from "./errors.ts";
import { checked, checkKind, jsonOf, textsOf } from "./kinds.ts";
import type { CallOptions, Settings } from "./options.ts";
import { clientVersion } from "./version.ts";

/** The input of any call; the client's type has checked it. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, Plain | undefined>>;
  readonly query?: Readonly<Record<string, Plain | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, Plain | undefined>>;
  readonly body?: unknown;
}

type Plain = string | number | boolean;

/** The route of a call, with what its client knows. */
interface Target {
  readonly api: Service;
  readonly route: RouteCall;
  readonly settings: Settings;
}

/** The parts of a request that all of its tries share. */
export interface Prepared {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** True when the request may be sent again: it then has the effect of once. */
  readonly repeatable: boolean;
}

/**
 * Builds the parts of a request that all of its tries share.
 *
 * @throws ClientError INPUT_INVALID; OPTION_INVALID
 */
export function prepare(
  { api, route, settings }: Target,
  input: AnyInput,
  options: CallOptions,
): Prepared {
  const { params, query, body: content, headers: more } = checkInput(route, input);
  const headers = textsOf(more, "headers");
  const key = route.idempotencyKey
    ? (options.idempotencyKey ?? headers["idempotency-key"] ?? settings.createId())
    : undefined;
  const body = bodyOf(route, content);
  return {
    url: settings.baseUrl + api.basePath + pathOf(route.path, params) + searchOf(query),
    headers: {
      accept: "application/json",
      ...agentOf(api),
      // An empty body has a type too: a server takes none without one from a web page.
      ...(route.body && {
        "content-type": typeof body === "object" ? route.bodyBytes : route.body,
      }),
      ...settings.headers,
      ...headers,
      ...(key !== undefined && { "idempotency-key": key }),
      ...textsOf(options.headers, "headers", "OPTION_INVALID"),
    },
    body,
    repeatable:
      // A trade or a payment is a decision of the moment: only retries that the call itself asks for repeat it.
      (options.retry !== undefined || !route.tradesOrPays) &&
      (key !== undefined || (route.idempotent ?? !["POST", "PATCH"].includes(route.method))),
  };
}

/** The client's name for the service's log; a page cannot set it without the consent of CORS. */
function agentOf({ id }: Service): Record<string, string> {
  return globalThis.navigator?.userAgent?.startsWith("Mozilla")
    ? {}
    : { "user-agent": `bourse-client/${clientVersion} (${id})` };
}

/**
 * Refuses fields outside of the parts of a request, such as a body's field at top level, and a body that the route
 * lacks.
 */
function checkInput({ body }: RouteCall, input: AnyInput): AnyInput {
  const parts = { params: {}, query: {}, headers: {} };
  return checked(
    input,
    body === undefined ? parts : { ...parts, body: undefined },
    "input",
    "INPUT_INVALID",
  );
}

/** Refuses empty and dot segments: URL parsing would remove them, so that they name another route. */
function pathOf(path: string, params: AnyInput["params"]): string {
  const texts = textsOf(params, "params");
  return path.replace(/:([^/]+)/g, (_, key: string) => {
    const text = texts[key] ?? "";
    if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text);
    throw new ClientError("INPUT_INVALID", `${key} must be a path segment, found "${text}"`);
  });
}

function searchOf(query: AnyInput["query"]): string {
  const search = new URLSearchParams(textsOf(query, "query")).toString();
  return search === "" ? "" : `?${search}`;
}

function bodyOf({ body: media, bodyBytes }: RouteCall, body: unknown = {}): Prepared["body"] {
  if (media === undefined) return undefined;
  if (bodyBytes && body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  if (media !== "application/json") {
    checkKind(body, "", "body", "INPUT_INVALID");
    return body as string;
  }
  return jsonOf(body);
}
