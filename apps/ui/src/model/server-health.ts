/** What the server says of itself at `GET /health`: asked for once; a failure is not kept. */

import { watchedFetch } from "./connection.ts";

interface ServerHealth {
  /** Logins may be kept in cookies. */
  readonly cookies?: unknown;
  /** Passkeys are set up. */
  readonly passkeys?: unknown;
}

let answer: Promise<ServerHealth> | undefined;

export async function serverHealth(): Promise<ServerHealth> {
  answer ??= watchedFetch("/health").then((response) => response.json() as Promise<ServerHealth>);
  try {
    return await answer;
  } catch (error) {
    answer = undefined;
    throw error;
  }
}
