/** A JSON-RPC endpoint between a node and its chain that can fail in every way that endpoints fail. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault =
  | "none"
  /** Every connection is cut. */
  | "away"
  /** Requests are taken and never answered. */
  | "hanging"
  /** Every other request is cut. */
  | "flapping"
  /** It answers for another chain. */
  | "other-chain"
  /** It answers with what is no JSON-RPC. */
  | "nonsense";

export interface RpcProxy {
  readonly url: string;
  fault: Fault;
  /** Requests that came. */
  readonly asked: () => number;
  /** Requests that brought a transaction. */
  readonly sent: () => number;
  /** Requests that hang, the oldest first; one that its sender gives up is no longer among them. */
  readonly hanging: () => readonly object[];
  /** Cuts what hangs. */
  release(): void;
  close(): Promise<void>;
}

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  let asked = 0;
  let sent = 0;
  const hanging = new Set<ServerResponse>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked++;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (body.includes("eth_sendRawTransaction")) sent++;
    const { fault } = proxy;
    if (fault === "hanging") {
      hanging.add(response);
      response.once("close", () => hanging.delete(response));
      return;
    }
    if (fault === "away" || (fault === "flapping" && asked % 2 === 0)) {
      request.socket.destroy();
      return;
    }
    const answer = await answerOf(fault, target, body);
    response.setHeader("content-type", "application/json");
    response.end(answer);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${port}`,
    fault: "none",
    asked: () => asked,
    sent: () => sent,
    hanging: () => [...hanging],
    release: () => {
      for (const response of hanging) response.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function answerOf(fault: Fault, target: string, body: Buffer): Promise<string> {
  if (fault === "nonsense") return '{"jsonrpc":"2.0","id":"?","surprise":[1,2,3]}';
  const headers = { "content-type": "application/json" };
  const response = await fetch(target, { method: "POST", headers, body: new Uint8Array(body) });
  const text = await response.text();
  if (fault !== "other-chain") return text;
  return asOtherChain(JSON.parse(body.toString("utf8")), JSON.parse(text));
}

interface Call {
  readonly method?: string;
}

/** The real answers, but for the chain's id. */
function asOtherChain(asked: unknown, answered: unknown): string {
  const calls = (Array.isArray(asked) ? asked : [asked]) as readonly Call[];
  const answers = (Array.isArray(answered) ? answered : [answered]) as readonly object[];
  const changed = answers.map((answer, place) =>
    calls[place]?.method === "eth_chainId" ? { ...answer, result: "0x1" } : answer,
  );
  return JSON.stringify(Array.isArray(answered) ? changed : changed[0]);
}
