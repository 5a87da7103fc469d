import { freePorts } from "./free-ports.ts";
import type { Variables } from "./server-process.ts";

/**
 * Resolves with the settings of a node under test. Its ports cannot be 0: the first of four free neighbours is `port`.
 */
export async function nodeVariables(port?: number): Promise<Variables> {
  const first = port ?? (await freePorts(4));
  return {
    INTERNAL_API_PORT: String(first),
    EXTERNAL_API_PORT: String(first + 1),
    EXTERNAL_API_HOST: "127.0.0.1",
    DASHBOARD_API_PORT: String(first + 2),
    P2P_HOST: "127.0.0.1",
    P2P_PORT: String(first + 3),
  };
}
