/** The stand-in exchange behind a socket, whose answers come late or not at all. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { isBourseError } from "@bourse/kernel";

import {
  ExecutionError,
  type ExecutionBroker,
  type ExecutionErrorCode,
} from "../../../src/execution/index.ts";

type Method = Exclude<keyof ExecutionBroker, "exchange">;

interface Call {
  readonly method: Method;
  readonly given: readonly unknown[];
}

type Answer =
  | { readonly result: unknown }
  | { readonly code: ExecutionErrorCode; readonly message: string };

/**
 * Serves a broker on this machine. A tenth of the calls is carried out without an answer, another one is not carried
 * out. `next` gives numbers from 0 to 1.
 */
export async function serveExchange(broker: ExecutionBroker, next: () => number) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += String(part);
    const { method, given } = JSON.parse(text) as Call;
    const chance = next();
    const told = chance < 0.05 ? undefined : await answerOf(broker, method, given);
    if (chance < 0.1) response.destroy();
    else setTimeout(() => response.end(JSON.stringify(told)), next() * 4);
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answerOf(
  broker: ExecutionBroker,
  method: Method,
  given: readonly unknown[],
): Promise<Answer> {
  try {
    const call = broker[method] as (...all: readonly unknown[]) => Promise<unknown>;
    return { result: (await call(...given)) ?? null };
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return { code: error.code as ExecutionErrorCode, message: error.message };
  }
}

/** The broker of a served exchange. */
export function dialExchange(url: string): ExecutionBroker {
  const ask = async <T>(method: Method, ...given: readonly unknown[]): Promise<T> => {
    const answer = await fetch(url, { method: "POST", body: JSON.stringify({ method, given }) })
      .then(async (response) => (await response.json()) as Answer)
      .catch((cause: unknown) => {
        throw new ExecutionError("EXECUTION_UNAVAILABLE", "The answer was lost.", {
          details: { exchange: "listed" },
          cause,
        });
      });
    if ("result" in answer) return answer.result as T;
    throw new ExecutionError(answer.code, answer.message, { details: {} } as never);
  };
  return {
    exchange: "listed",
    place: (request) => ask("place", request),
    orders: (query) => ask("orders", query ?? {}),
    order: (orderId) => ask("order", orderId),
    cancel: (orderId, symbol) => ask("cancel", orderId, symbol),
    positions: (symbol) => ask("positions", symbol),
    close: (request) => ask("close", request),
    balance: () => ask("balance"),
    ping: () => ask("ping"),
  };
}
