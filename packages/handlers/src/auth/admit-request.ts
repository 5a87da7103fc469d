/** The judgement of a request to a route of the host's own. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import { compileFailure, toResponse } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";

import { judgedLogin, type OwnOrigins } from "../cookies/judge-cookie.ts";
import { addressOf, type NodeRequest, routeOf } from "../host/node-message.ts";
import { COOKIES } from "./auth-handlers.ts";
import { translateAuthError } from "./translate.ts";

/** Facts of a request that it does not hold itself. */
export interface RequestFacts {
  /**
   * IP address of the caller without a port, as your framework knows it: keys bound to addresses are judged by it.
   * Default: that of a request of node:http, and unknown for one of fetch.
   */
  readonly clientAddress?: string | undefined;
  /** Name of the route, such as `GET /notes/:id`, for figures of use. Default: that of Express, else `other`. */
  readonly route?: string | undefined;
  /** Cost of the request in units of the host, for limits of a key: a whole number of 0–1,000,000,000. Default 1. */
  readonly cost?: number | undefined;
}

/** Judgement of a request: its caller, or the response that refuses it. */
export type Admission<Name extends string = string> =
  | {
      readonly ok: true;
      /** The caller, who has the permission. */
      readonly caller: Identity<Name>;
    }
  | {
      readonly ok: false;
      /** The refusal in the format of the API, for fetch handlers. */
      readonly refusal: Response;
    };

/** Told of every fault behind a 500. */
export type TellFault = (error: unknown, call: { readonly key: string }) => void;

/** Parts of the judgement. */
export interface JudgeParts<Name extends string> {
  /** Guard of the core. */
  readonly guard: AuthCore<Name>["guard"];
  /** Logins in cookies, if there are any. */
  readonly cookies: OwnOrigins | undefined;
  readonly onError: TellFault;
}

/** Judges a request. */
export type JudgeRequest<Name extends string> = (
  request: Request | NodeRequest,
  permission: Name,
  facts?: RequestFacts,
) => Promise<Admission<Name>>;

/** Makes the function that judges requests. */
export function requestJudge<Name extends string>(parts: JudgeParts<Name>): JudgeRequest<Name> {
  return async (request, permission, facts = {}) => {
    try {
      const caller = await callerOf(parts, request, permission, facts);
      return { ok: true, caller };
    } catch (error) {
      return { ok: false, refusal: refusalOf(error, "admit", parts.onError) };
    }
  };
}

async function callerOf<Name extends string>(
  { guard, cookies }: JudgeParts<Name>,
  request: Request | NodeRequest,
  permission: Name,
  facts: RequestFacts,
): Promise<Identity<Name>> {
  const isFetch = isFetchRequest(request);
  const headers = isFetch ? Object.fromEntries(request.headers) : request.headers;
  const call = { method: request.method ?? "GET", headers };
  const login = cookies && judgedLogin(COOKIES.cookie, cookies, call);
  const address = facts.clientAddress ?? (isFetch ? undefined : addressOf(request));
  return await guard.authorize(
    {
      authorization:
        login === undefined ? single(headers["authorization"]) : `Bearer ${login.access}`,
      apiKey: single(headers["x-api-key"]),
    },
    permission,
    { ip: address, userAgent: single(headers["user-agent"]) },
    {
      route: facts.route ?? (isFetch ? undefined : routeOf(request)),
      cost: facts.cost,
      bytes: Number.parseInt(single(headers["content-length"]) ?? "0", 10) || 0,
      origin: single(headers["origin"]),
    },
  );
}

/** True for a request of fetch, of whatever implementation: its headers have methods. */
function isFetchRequest(request: Request | NodeRequest): request is Request {
  return typeof request.headers.get === "function";
}

/** The response that the caller of an act sees for what it has thrown. */
export function refusalOf(error: unknown, key: string, onError: TellFault): Response {
  const fail = compileFailure(key, authApi.wire, "Bearer", {
    translate: translateAuthError,
    onError,
  });
  const { status, headers, body } = fail(error, { requestId: undefined });
  return toResponse({ status, headers: { ...headers, ...NOT_KEPT }, body });
}

/** Headers of an answer that belongs to its caller alone. */
export const NOT_KEPT: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
