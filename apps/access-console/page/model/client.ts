/** The published client, told where the API of this server lies. */

import {
  createAuthClient,
  memoryTokens,
  type AuthClient,
  type TokenStore,
} from "@bourse/client/auth";
import { createUsersClient, type UsersClient } from "@bourse/client/auth/users";
import { sharedTokens } from "@bourse/client/shared-tokens";
import { loginFetch, watchedFetch } from "@bourse/ui";

const NAME = "bourse-access";
const LOGIN = "/auth/login";

/** One login for all tabs; where the browser keeps nothing, one for this tab. */
const tokens = tokenStore();

let opened: Promise<AuthClient> | undefined;

/** The client with the login of this page. A failure is not kept: the next call tries again. */
export function client(): Promise<AuthClient> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Clients with a key in place of the login; the key stays in memory. */
export async function clientsWithKey(
  apiKey: string,
): Promise<{ readonly auth: AuthClient; readonly users: UsersClient }> {
  const options = await optionsOf();
  return {
    auth: createAuthClient({ ...options, apiKey }),
    users: createUsersClient({ ...options, apiKey }),
  };
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

async function open(): Promise<AuthClient> {
  return createAuthClient({ ...(await optionsOf()), tokens });
}

async function optionsOf() {
  return {
    baseUrl: location.origin,
    prefix: await prefixOfApi(),
    fetch: loginFetch("deviceSecret"),
  };
}

/** The server's document says under which prefix its routes are. */
export async function prefixOfApi(): Promise<string> {
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
