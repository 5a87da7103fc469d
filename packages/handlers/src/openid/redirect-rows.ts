/**
 * The two routes of a sign-in that browsers call by themselves: to the provider, and back from it. They answer
 * redirects, which are no answers of a contract, and set no cookie.
 */

import {
  type BindOptions,
  type BoundRoute,
  type Incoming,
  compileFailure,
  media,
  type Outgoing,
  type Route,
  type WireFormat,
} from "@bourse/contract";

import { type CallOrigin, originOf } from "../origin/origin-of.ts";

type Translate = NonNullable<BindOptions["translate"]>;

/** The two steps of a sign-in; a core with sign-ins has them. */
interface RedirectSteps {
  /** Resolves to the address that the browser is sent to. */
  begin(
    start: { readonly provider: string; readonly challenge: string },
    origin: CallOrigin,
  ): Promise<string>;
  /** Resolves to the address of the own page that the browser is sent on to. */
  finish(
    answer: { readonly provider: string; readonly search: string },
    origin: CallOrigin,
  ): Promise<{ readonly url: string }>;
}

/** Parts that the two routes are made of. */
export interface RedirectParts {
  /** Sign-ins of the core. */
  readonly openId: RedirectSteps;
  /** Path that the routes are below, such as `/api/v1`. */
  readonly prefix: string;
  /** Spelling of errors. */
  readonly wire: WireFormat;
  /** Turns errors of the core into problems. */
  readonly translate: Translate;
  /** Told of every other error, and of faults of the store. */
  readonly onError: BindOptions["onError"];
}

/** The routes `GET /auth/oidc/:provider/start?challenge=` and `GET /auth/oidc/:provider/callback`. */
export function redirectRows(parts: RedirectParts): readonly BoundRoute[] {
  const { openId } = parts;
  return [
    rowOf(parts, "openIdStart", "start", (provider, incoming) => {
      const challenge = new URLSearchParams(incoming.search).get("challenge") ?? "";
      return openId.begin({ provider, challenge }, originOf(incoming));
    }),
    rowOf(parts, "openIdCallback", "callback", async (provider, incoming) => {
      const { search } = incoming;
      return (await openId.finish({ provider, search }, originOf(incoming))).url;
    }),
  ];
}

function rowOf(
  { prefix, wire, translate, onError }: RedirectParts,
  key: string,
  step: "start" | "callback",
  addressOf: (provider: string, incoming: Incoming) => Promise<string>,
): BoundRoute {
  const path = `${prefix}/auth/oidc/:provider/${step}`;
  const definition: Route["definition"] = {
    method: "GET",
    path,
    responses: { 200: media("text/html") },
  };
  const fail = compileFailure(key, wire, "", { translate, ...(onError && { onError }) });
  return {
    key,
    method: "GET",
    path,
    route: { definition },
    run: async (incoming) => {
      try {
        return redirect(await addressOf(String(incoming.params["provider"]), incoming));
      } catch (error) {
        return fail(error, incoming);
      }
    },
  };
}

function redirect(location: string): Outgoing {
  const headers = { location, "cache-control": "no-store" };
  return { status: 302, headers, body: undefined };
}
