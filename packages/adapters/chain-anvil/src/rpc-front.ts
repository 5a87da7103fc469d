/**
 * The JSON-RPC endpoint of the chain, over HTTP on loopback.
 *
 * Transactions go through the journal, reads go to anvil, and every other method is refused. Web pages of other sites
 * get no answer: their requests have a foreign `Host` header or no JSON content type.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { isBourseError, untilAborted } from "@bourse/kernel";

import type { RpcReply } from "./anvil-process.ts";
import type { ChainEngine } from "./chain-engine.ts";
import { isRead } from "./rpc-methods.ts";

export interface RpcFront {
  readonly url: string;
  close(): Promise<void>;
}

const BODY_LIMIT = 8 * 1024 * 1024;
const BATCH_LIMIT = 1000;

/** Listens on 127.0.0.1; port 0 takes a free one. @throws the system's error when the port is taken */
export async function openRpcFront(engine: ChainEngine, port: number): Promise<RpcFront> {
  const server = createServer((request, response) => {
    void serve(engine, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  };
}

async function serve(
  engine: ChainEngine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host = "", "content-type": type = "" } = request.headers;
  if (request.method !== "POST" || !/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host)) {
    request.resume();
    response.writeHead(request.method === "POST" ? 403 : 405).end();
    return;
  }
  if (!/^application\/json\b/i.test(type)) {
    request.resume();
    response.writeHead(415).end();
    return;
  }
  try {
    const body = await read(request);
    const reply =
      body === undefined
        ? failure(null, -32600, `Request too large: at most ${BODY_LIMIT} bytes are accepted.`)
        : await answer(engine, body);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  } catch {
    // The chain does not answer or the caller has gone: there is no valid JSON-RPC answer.
    response.writeHead(503).end();
  }
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= BODY_LIMIT) parts.push(part);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(parts).toString("utf8");
}

/** Returns a `fetch` function that answers as the endpoint does without HTTP. */
export function inProcessFetch(
  engine: ChainEngine,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (_url, { body, signal }) => {
    signal?.throwIfAborted();
    try {
      const asked = typeof body === "string" ? body : "";
      return Response.json(await untilAborted(answer(engine, asked), signal ?? undefined));
    } catch {
      signal?.throwIfAborted();
      return new Response(null, { status: 503 });
    }
  };
}

type Reply = RpcReply & { readonly jsonrpc: "2.0"; readonly id: unknown };

async function answer(engine: ChainEngine, body: string): Promise<Reply | readonly Reply[]> {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return failure(null, -32700, "The request body is not valid JSON.");
  }
  if (!Array.isArray(asked)) return (await answerAll(engine, [asked]))[0]!;
  if (asked.length < 1 || asked.length > BATCH_LIMIT) {
    return failure(null, -32600, `A batch must have 1 to ${BATCH_LIMIT} calls.`);
  }
  return answerAll(engine, asked);
}

/** Answers a batch: transactions in their order, reads in one request to anvil. */
async function answerAll(engine: ChainEngine, asked: readonly unknown[]): Promise<Reply[]> {
  const replies: Promise<Reply>[] = [];
  const reply = (place: number, one: Reply): void => {
    replies[place] = Promise.resolve(one);
  };
  const reads: { readonly place: number; readonly id: unknown; readonly call: Call }[] = [];
  for (const [place, one] of asked.entries()) {
    const { id = null, method, params = [] } = (one ?? {}) as Record<string, unknown>;
    if (typeof method !== "string" || !Array.isArray(params)) {
      reply(place, failure(id, -32600, "Expected a method name and an array of params."));
    } else if (method === "eth_sendRawTransaction" && typeof params[0] === "string") {
      replies[place] = sent(engine, id, params[0]);
    } else if (method === "eth_accounts") {
      reply(place, { jsonrpc: "2.0", id, result: [] });
    } else if (isRead(method)) {
      reads.push({ place, id, call: { method, params } });
    } else {
      reply(
        place,
        failure(
          id,
          -32601,
          `${method} is not offered by this chain: only reads and eth_sendRawTransaction are.`,
        ),
      );
    }
  }
  if (reads.length > 0) {
    const answers = await engine.read(reads.map(({ call }) => call));
    for (const [index, { place, id }] of reads.entries()) {
      const { result, error } = answers[index] ?? {
        error: { code: -32603, message: "No answer." },
      };
      reply(place, { jsonrpc: "2.0", id, ...(error === undefined ? { result } : { error }) });
    }
  }
  return Promise.all(replies);
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

async function sent(engine: ChainEngine, id: unknown, raw: string): Promise<Reply> {
  try {
    return { jsonrpc: "2.0", id, result: await engine.submit(raw) };
  } catch (error) {
    if (!isBourseError(error) || error.code !== "CHAIN_REJECTED") throw error;
    return failure(id, Number(error.details["code"]), error.message);
  }
}

function failure(id: unknown, code: number, message: string): Reply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), 1000);
  await done;
  clearTimeout(deadline);
}
