/** The credentials of one client as its calls share them. */

import type { Problem, RouteCall, Service } from "@bourse/contract/client";

import type { Credentials } from "./credentials.ts";
import { lowerCased } from "./lower-cased.ts";

/** Credentials that are renewed once for all calls that were refused meanwhile. */
export interface Keyring {
  /** Returns how often the credentials have been renewed. */
  readonly generation: () => number;
  /** Returns the headers for the first of the route's security schemes for which there are credentials. */
  readonly headers: (route: RouteCall) => Promise<Record<string, string>>;
  /** Resolves to true when there are newer credentials than those of `generation`. */
  readonly renew: (problem: Problem, generation: number) => Promise<boolean>;
}

/** Creates the keyring of one client. */
export function createKeyring(api: Service, credentials: Credentials | undefined): Keyring {
  let renewed = 0;
  let running: Promise<boolean> | undefined;
  const refresh = async (problem: Problem): Promise<boolean> => {
    try {
      const done = (await credentials?.refresh?.(problem)) === true;
      if (done) renewed += 1;
      return done;
    } finally {
      running = undefined;
    }
  };
  return {
    generation: () => renewed,
    headers: async ({ security = [] }) => {
      for (const name of [security].flat()) {
        const scheme = api.security[name];
        const headers = scheme && (await credentials?.headers(name, scheme));
        // Where the case of a name counts, it is sent as it is written.
        if (headers) return "exactCase" in scheme ? headers : lowerCased(headers);
      }
      return {};
    },
    renew: async (problem, generation) =>
      renewed > generation || (await (running ??= refresh(problem))),
  };
}
