/** Builds a request out of a call's input. */

import { queryText, type RouteCall, type Service } from "@bourse/contract/client";

import { ClientError } from "./errors.ts";
import { checkNames } from "./known-names.ts";
import { lowerCased } from "./lower-cased.ts";
import { checkCallOptions, type CallOptions, type Settings } from "./options.ts";
import { clientVersion } from "./version.ts";

/** The input of any call; the client's type has checked it. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, Plain | undefined>>;
  readonly query?: Readonly<Record<string, Plain | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, Plain | undefined>>;
  readonly body?: unknown;
}

type Plain = string | number | boolean;

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
  api: Service,
  route: RouteCall,
  input: AnyInput,
  options: CallOptions,
  settings: Settings,
): Prepared {
  checkCallOptions(options);
  checkInput(route, input);
  const key = idempotencyKey(route, input, options, settings);
  const body = bodyOf(route, input.body);
  return {
    url: settings.baseUrl + api.basePath + pathOf(route.path, input.params) + searchOf(input.query),
    headers: {
      accept: "application/json",
      ...agentOf(api),
      // An empty body has a type too: a server takes none without one from a web page.
      ...(route.body && {
        "content-type": typeof body === "object" ? route.bodyBytes : route.body,
      }),
      ...settings.headers,
      ...textValues(input.headers),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...lowerCased(options.headers),
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

function idempotencyKey(
  route: RouteCall,
  input: AnyInput,
  options: CallOptions,
  settings: Settings,
): string | undefined {
  if (!route.idempotencyKey) {
    if (options.idempotencyKey === undefined) return undefined;
    // It would be ignored, and the call not be safe to send twice.
    throw new ClientError("OPTION_INVALID", "this call takes no idempotencyKey");
  }
  if (options.idempotencyKey !== undefined) return options.idempotencyKey;
  const given = input.headers?.["idempotency-key"];
  return given === undefined ? settings.createId() : String(given);
}

/**
 * Refuses fields outside of the parts of a request, such as a body's field at top level, and a body that the route
 * lacks.
 */
function checkInput(route: RouteCall, input: AnyInput): void {
  const known = ["params", "query", "headers", ...(route.body === undefined ? [] : ["body"])];
  checkNames(input, known, "the call's input", "INPUT_INVALID");
}

/** Refuses empty and dot segments: URL parsing would remove them, so that they name another route. */
function pathOf(path: string, params: AnyInput["params"] = {}): string {
  return path.replace(/:([^/]+)/g, (_, key: string) => {
    const text = String(params[key] ?? "");
    if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text);
    throw new ClientError("INPUT_INVALID", `${key} must be a path segment, found "${text}"`);
  });
}

function searchOf(query: AnyInput["query"]): string {
  const search = new URLSearchParams(textValues(query)).toString();
  return search === "" ? "" : `?${search}`;
}

function textValues(values: NonNullable<AnyInput["query"]> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, queryText(value)]],
    ),
  );
}

function bodyOf(route: RouteCall, body: unknown): Prepared["body"] {
  if (route.body === undefined) return undefined;
  if (route.bodyBytes !== undefined && body instanceof Uint8Array) {
    return body as Uint8Array<ArrayBuffer>;
  }
  return route.body === "application/json" ? JSON.stringify(body ?? {}) : String(body);
}
