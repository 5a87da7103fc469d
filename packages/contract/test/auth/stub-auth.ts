/** Handlers that answer the docs' examples, and what they were given. */

import { authApi, documentedAuthApi, type AuthApi } from "../../src/auth/index.ts";
import { Problem, fetchHandler, type FetchHandler, type Handlers } from "../../src/index.ts";

export interface Stub {
  readonly serve: FetchHandler;
  /** The newest call first. */
  readonly calls: { readonly key: string; readonly body: unknown; readonly identity: unknown }[];
}

/** Caller of a credential, as the stub sees it: the scheme and the credential. `bad` is refused. */
export function stubAuth(): Stub {
  const calls: Stub["calls"] = [];
  const handlers = Object.fromEntries(
    Object.entries(documentedAuthApi.docs.routes).map(([key, { example }]) => [
      key,
      ({ body }: { body: unknown }, { identity }: { identity: unknown }): unknown => {
        calls.unshift({ key, body, identity });
        return example?.response;
      },
    ]),
  ) as unknown as Handlers<AuthApi["routes"], string>;
  const serve = fetchHandler(authApi, handlers, {
    validateResponses: true,
    authenticate: (scheme, credential) => {
      if (credential === undefined) throw refusal("UNAUTHORIZED");
      if (credential === "" || credential === "bad") throw refusal("INVALID_TOKEN");
      return `${scheme} ${credential}`;
    },
  });
  return { serve, calls };
}

function refusal(code: string): Problem {
  return new Problem({ code, status: 401, message: "no" });
}
