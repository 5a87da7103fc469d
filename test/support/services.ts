/** The four servers as processes under test: how each is started, written to and asked. */

import { join } from "node:path";

import { nodeVariables } from "./node-variables.ts";
import { startProcess, type ServerProcess, type Variables } from "./server-process.ts";
import { root } from "./workspace.ts";

export interface Service {
  readonly name: string;
  readonly variables: Variables;
  readonly health: string;
  /** A write with its path and body, and the status of success; the node's writes need a chain. */
  readonly write?: {
    readonly path: string;
    readonly body: (n: number) => object;
    readonly ok: number;
    /** The status of the same write when it was made before: undefined where it can be repeated. */
    readonly again?: number;
  };
}

const PASSWORD = "correct horse battery";

export const SERVICES: readonly Service[] = [
  {
    name: "auth",
    variables: { AUTH_PORT: "0" },
    health: "/health",
    write: {
      path: "/api/v1/auth/register",
      body: (n) => ({ email: `${n}@example.com`, password: PASSWORD }),
      ok: 201,
      again: 409,
    },
  },
  {
    name: "curation",
    variables: { CURATION_PORT: "0" },
    health: "/health",
    write: {
      path: "/api/v1/auth/register",
      body: (n) => ({
        username: `user-${n}`,
        wallet_address: `0x${(n + 1).toString(16).padStart(40, "0")}`,
      }),
      ok: 201,
      again: 409,
    },
  },
  {
    name: "backtest",
    variables: { BACKTEST_PORT: "0", DATA_PROVIDER: "simulated", WORKERS: "1" },
    health: "/api/health",
    write: { path: "/api/backtests", body: () => ({}), ok: 200 },
  },
  { name: "node", variables: await nodeVariables(), health: "/api/health" },
];

/** Starts a server on `folder`; `more` variables come on top of its own. */
export function startService(
  { name, variables }: Service,
  folder: string,
  more: Variables = {},
): Promise<ServerProcess> {
  const main = join(root, "servers", name, "src/main.ts");
  return startProcess(main, { ...variables, DATA_DIR: folder, ...more });
}

/** Makes the service's n-th write; undefined for one without. */
export async function write(
  { url }: ServerProcess,
  { write: how }: Service,
  n: number,
): Promise<Response | undefined> {
  if (how === undefined) return undefined;
  return fetch(`${url}${how.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(how.body(n)),
  });
}

/** Returns the body of the server's readiness check. */
export async function readiness({ url }: ServerProcess): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}
