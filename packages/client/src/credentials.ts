/** Who is calling: headers for a route's security schemes, and what to do when they are refused. */

import type { ClientApi, Problem, Route, SecurityScheme } from "@bourse/contract";

import { lowerCased } from "./options.ts";

export interface Credentials {
  /** Headers for a scheme, asked before every try; undefined when there are none for it. */
  readonly headers: (
    name: string,
    scheme: SecurityScheme,
  ) => Record<string, string> | undefined | Promise<Record<string, string> | undefined>;
  /**
   * Called at a 401, once for all calls that are waiting; true has each of them sent once more.
   */
  readonly refresh?: (problem: Problem) => Promise<boolean>;
}

/** An API key, for every scheme of that kind. */
export function apiKey(key: string): Credentials {
  return {
    headers: (_, scheme) => (scheme.type === "apiKey" ? { [scheme.header]: key } : undefined),
  };
}

/** Credentials as the calls of one client share them. */
export interface Keyring {
  /** How often the credentials have been renewed. */
  readonly generation: () => number;
  readonly headers: (route: Route) => Promise<Record<string, string>>;
  /** True when there are newer credentials than those of `generation`. */
  readonly renew: (problem: Problem, generation: number) => Promise<boolean>;
}

export function createKeyring(api: ClientApi, credentials: Credentials | undefined): Keyring {
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
    headers: async ({ definition }) => {
      for (const name of [definition.security ?? []].flat()) {
        const scheme = api.security[name];
        const headers = scheme && (await credentials?.headers(name, scheme));
        // Where the case of a name counts, it goes out as it is written.
        if (headers) return "exactCase" in scheme ? headers : lowerCased(headers);
      }
      return {};
    },
    renew: (problem, generation) => {
      if (renewed > generation) return Promise.resolve(true);
      running ??= refresh(problem);
      return running;
    },
  };
}
