/** The running backtest server, asked over its API. */

import { readEnvironment, urlOf } from "@bourse/http/environment";
import { KernelError } from "@bourse/kernel";
import { backtestEnvironment } from "@bourse/server-backtest/parts";

import type { Variables } from "../command/command.ts";

/** Time that a call may take, in milliseconds: a kill switch waits for orders on their way, at most 30 seconds. */
const TIMEOUT_MILLISECONDS = 45_000;

/** A call of the server. */
export interface ServerCall {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Path below `/api`. */
  readonly path: string;
  readonly body?: object;
}

/**
 * Calls the server at BACKTEST_URL, else the one of the settings HOST and BACKTEST_PORT, under the key
 * BACKTEST_API_KEY, else the first of API_KEYS. Resolves to the answer's body.
 *
 * @throws KernelError OPTION_INVALID when it cannot be reached, or refuses
 */
export async function askServer(
  { BACKTEST_URL, BACKTEST_API_KEY, ...variables }: Variables,
  { method, path, body }: ServerCall,
): Promise<Readonly<Record<string, unknown>>> {
  const config = readEnvironment(backtestEnvironment, variables);
  const url = BACKTEST_URL ?? urlOf({ host: config.HOST, port: config.BACKTEST_PORT });
  const key = BACKTEST_API_KEY ?? config.API_KEYS[0];
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${url}/api${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      headers: {
        ...(key !== undefined && { "x-api-key": key }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    answer = await response.json();
  } catch (cause) {
    throw refusal(`The server at ${url} does not answer; set BACKTEST_URL to its address.`, cause);
  }
  if (typeof answer !== "object" || answer === null) {
    throw refusal(`What answers at ${url} is no backtest server; set BACKTEST_URL to its address.`);
  }
  if (response.ok) return answer as Readonly<Record<string, unknown>>;
  const { message = `It answered ${response.status}.` } = answer as { readonly message?: string };
  const hint = response.status === 401 ? " Set BACKTEST_API_KEY to a key of the server." : "";
  throw refusal(`The server at ${url} refused: ${message}${hint}`);
}

function refusal(message: string, cause?: unknown): KernelError {
  return new KernelError("OPTION_INVALID", message, { cause });
}
