import type { Variables } from "./server-process.ts";

/** Settings of a node under test. Ports cannot be 0 here: `first` and the number of this process choose four of them. */
export function nodeVariables(first: number): Variables {
  const port = first + (process.pid % 500) * 8;
  return {
    INTERNAL_API_PORT: String(port),
    EXTERNAL_API_PORT: String(port + 1),
    EXTERNAL_API_HOST: "127.0.0.1",
    DASHBOARD_API_PORT: String(port + 2),
    P2P_HOST: "127.0.0.1",
    P2P_PORT: String(port + 3),
  };
}
