/**
 * The two routes of a sign-in that browsers call by themselves: to the provider, and back from it. They answer
 * redirects, which are no answers of a contract, and set no cookie.
 */

import {
  type BindOptions,
  type BoundRoute,
  type Incoming,
  isProblem,
  media,
  type Outgoing,
  Problem,
  problemReply,
  type Route,
  type WireFormat,
} from "@bourse/contract";

const UNEXPECTED = new Problem({
  code: "INTERNAL_ERROR",
  status: 500,
  message: "internal server error",
});

type Translate = NonNullable<BindOptions["translate"]>;

/** The two steps of a sign-in; each resolves to the address that the browser is sent to. */
export interface RedirectParts {
  /** Path that the routes are below, such as `/api/v1`. */
  readonly prefix: string;
  /** Spelling of errors. */
  readonly wire: WireFormat;
  /** Turns errors of the core into problems. */
  readonly translate: Translate;
  /** Told of every other error. */
  readonly onError: BindOptions["onError"];
  readonly begin: (provider: string, challenge: string, incoming: Incoming) => Promise<string>;
  readonly finish: (provider: string, search: string, incoming: Incoming) => Promise<string>;
}

/** The routes `GET /auth/oidc/:provider/start?challenge=` and `GET /auth/oidc/:provider/callback`. */
export function redirectRows(parts: RedirectParts): readonly BoundRoute[] {
  return [
    rowOf(parts, "openIdStart", "start", (provider, incoming) => {
      const challenge = new URLSearchParams(incoming.search).get("challenge") ?? "";
      return parts.begin(provider, challenge, incoming);
    }),
    rowOf(parts, "openIdCallback", "callback", (provider, incoming) =>
      parts.finish(provider, incoming.search, incoming),
    ),
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
  return {
    key,
    method: "GET",
    path,
    route: { definition },
    run: async (incoming) => {
      try {
        return redirect(await addressOf(String(incoming.params["provider"]), incoming));
      } catch (error) {
        const problem = isProblem(error) ? error : translate(error);
        if (problem === undefined) onError?.(error, { key, requestId: incoming.requestId });
        return problemReply(wire, problem ?? UNEXPECTED);
      }
    },
  };
}

function redirect(location: string): Outgoing {
  const headers = { location, "cache-control": "no-store" };
  return { status: 302, headers, body: undefined };
}
