/** A service on loopback that answers each request as a test says, down to the bytes of its connection. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

/** The answer to a request; `at` counts the requests from 1. */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  at: number,
  body: string,
) => void;

export interface Loopback {
  readonly baseUrl: string;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }[];
}

/** Starts a service that ends with the test. */
export async function loopback(answer: Answer): Promise<Loopback> {
  const requests: Loopback["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body });
      answer(request, response, requests.length, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));
}
