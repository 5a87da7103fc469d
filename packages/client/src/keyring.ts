/** The credentials of one client as its calls share them. */

import type { Problem, RouteCall, Service } from "@bourse/contract/client";

import type { Credentials } from "./credentials.ts";
import { lowerCased } from "./lower-cased.ts";

type Headers = Readonly<Record<string, string>>;

/** Credentials that are renewed once for all calls that were refused meanwhile. */
export interface Keyring {
  /** Returns how many renewals have succeeded or failed. */
  readonly generation: () => number;
  /** Returns the headers for the first of the route's security schemes for which there are credentials. */
  readonly headers: (route: RouteCall) => Promise<Record<string, string>>;
  /**
   * Resolves to true when there are newer credentials than those of `generation`; `sent` are the headers of the refused
   * request.
   */
  readonly renew: (problem: Problem, generation: number, sent: Headers) => Promise<boolean>;
}

/** Creates the keyring of one client. */
export function createKeyring(api: Service, credentials: Credentials): Keyring {
  let ended = 0;
  let last: Promise<boolean> | undefined;
  /** Renewals under way; a refusal for another reason may not be one that a renewal helps against. */
  const running = new Map<string, Promise<boolean>>();
  const refresh = async (problem: Problem, sent: Headers): Promise<boolean> => {
    let isOutcome = true;
    try {
      isOutcome = (await credentials.refresh?.(problem, sent)) === true;
      return isOutcome;
    } finally {
      if (isOutcome) {
        ended += 1;
        last = running.get(problem.code);
      }
      running.delete(problem.code);
    }
  };
  return {
    generation: () => ended,
    headers: async ({ security = [] }) => {
      for (const name of [security].flat()) {
        const scheme = api.security[name];
        const headers = scheme && (await credentials.headers(name, scheme));
        // Where the case of a name counts, it is sent as it is written.
        if (headers) return "exactCase" in scheme ? headers : lowerCased(headers);
      }
      return {};
    },
    renew: async (problem, generation, sent) => {
      // The outcome of a renewal, a failure too, holds for every call that was sent before its end.
      if (last !== undefined && generation < ended) return await last;
      let renewal = running.get(problem.code);
      if (renewal === undefined) {
        renewal = refresh(problem, sent);
        running.set(problem.code, renewal);
      }
      return await renewal;
    },
  };
}
