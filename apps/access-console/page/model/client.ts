/** The published client, told where the API of this server lies. */

import {
  createAuthClient,
  memoryTokens,
  type AuthClient,
  type TokenStore,
} from "@bourse/client/auth";
import { sharedTokens } from "@bourse/client/shared-tokens";
import { watchedFetch } from "@bourse/ui";

const NAME = "bourse-access";
const LOGIN = "/auth/login";

/** One login for all tabs; where the browser keeps nothing, one for this tab. */
const tokens = tokenStore();

let opened: Promise<AuthClient> | undefined;

/** The client with the login of this page. A failure is not kept: the next call tries again. */
export function client(): Promise<AuthClient> {
  opened ??= open({ tokens }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** A client with a key in place of the login; the key stays in memory. */
export function clientWithKey(apiKey: string): Promise<AuthClient> {
  return open({ apiKey });
}

/** Returns whether a login is kept. */
export async function hasTokens(): Promise<boolean> {
  return (await tokens.load()) !== undefined;
}

/** Calls back when another tab has logged in or out. */
export function onOtherTab(run: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === NAME || key === null) run();
  });
}

async function open(options: {
  readonly tokens?: TokenStore;
  readonly apiKey?: string;
}): Promise<AuthClient> {
  const prefix = await prefixOfApi();
  return createAuthClient({ baseUrl: location.origin, prefix, fetch: watchedFetch, ...options });
}

/** The server's document says under which prefix its routes are. */
async function prefixOfApi(): Promise<string> {
  const answer = await watchedFetch("/openapi.json");
  const { paths = {} } = (await answer.json()) as {
    readonly paths?: Readonly<Record<string, unknown>>;
  };
  const login = Object.keys(paths).find((path) => path.endsWith(LOGIN));
  if (login === undefined)
    throw new Error("This server does not describe its login in /openapi.json.");
  return login.slice(0, -LOGIN.length);
}

function tokenStore(): TokenStore {
  try {
    return sharedTokens({ name: NAME });
  } catch {
    return memoryTokens();
  }
}
