/** The running backtest server, asked over its API. */

import { readEnvironment, urlOf } from "@bourse/http/environment";
import { KernelError } from "@bourse/kernel";
import { backtestEnvironment } from "@bourse/server-backtest/parts";

import type { Variables } from "../command/command.ts";

/** Time that a call may take, in milliseconds: a kill switch waits for orders on their way, at most 30 seconds. */
const TIMEOUT_MILLISECONDS = 45_000;

/** A call of the server. */
export interface ServerCall {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Path below `/api`, with the query. */
  readonly path: string;
  readonly body?: object;
  /** Time that the call may take, in milliseconds. Default 45,000. */
  readonly timeoutMilliseconds?: number;
}

/** An answer of the server. */
export interface ServerAnswer {
  /** Body of the answer: an object or a list. */
  readonly body: object;
  /** Cursor of the next page of a list; undefined on the last one. */
  readonly next: string | undefined;
  /** Time of the server when it answered, milliseconds UTC. */
  readonly now: number;
}

/** Names what a refusal is about, such as a field of the request by its flag. Default: as the server names it. */
export type NameOf = (field: string) => string;

/**
 * Calls the server at BACKTEST_URL, else the one of the settings HOST and BACKTEST_PORT, under the key
 * BACKTEST_API_KEY, else the first of API_KEYS. Resolves to the answer's body.
 *
 * @throws KernelError OPTION_INVALID when it cannot be reached, or refuses
 */
export async function askServer(
  variables: Variables,
  call: ServerCall,
): Promise<Readonly<Record<string, unknown>>> {
  return (await callServer(variables, call)).body as Readonly<Record<string, unknown>>;
}

/** {@link askServer} with what the headers say. @throws KernelError OPTION_INVALID likewise */
export async function callServer(
  { BACKTEST_URL, BACKTEST_API_KEY, ...variables }: Variables,
  { method, path, body, timeoutMilliseconds = TIMEOUT_MILLISECONDS }: ServerCall,
  nameOf?: NameOf,
): Promise<ServerAnswer> {
  const config = readEnvironment(backtestEnvironment, variables);
  const url = BACKTEST_URL ?? urlOf({ host: config.HOST, port: config.BACKTEST_PORT });
  const key = BACKTEST_API_KEY ?? config.API_KEYS[0];
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${url}/api${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMilliseconds),
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
  if (response.ok) {
    const { headers } = response;
    const [, next] = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/u.exec(headers.get("link") ?? "") ?? [];
    const now = Date.parse(headers.get("date") ?? "");
    return {
      body: answer,
      next: next === undefined ? undefined : decodeURIComponent(next),
      now: Number.isNaN(now) ? Date.now() : now,
    };
  }
  const hint = response.status === 401 ? " Set BACKTEST_API_KEY to a key of the server." : "";
  throw refusal(
    `The server at ${url} refused: ${reasonOf(answer, response.status, nameOf)}${hint}`,
  );
}

interface Fault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** The server's own words; where fields are at fault, each with its fault. */
function reasonOf(answer: object, status: number, nameOf: NameOf = (field) => field): string {
  const { detail } = answer as { readonly detail?: string | readonly Fault[] };
  if (detail === undefined) return `It answered ${status}.`;
  if (typeof detail === "string") return detail;
  const faults = detail.map(({ loc, msg }) => `${nameOf(loc.slice(1).join("."))}: ${msg}`);
  const text = faults.join("; ");
  return /[.?!]$/u.test(text) ? text : `${text}.`;
}

function refusal(message: string, cause?: unknown): KernelError {
  return new KernelError("OPTION_INVALID", message, { cause });
}
