/** Strangers who send long bodies, or never finish theirs, hold little memory. */

import { once } from "node:events";
import { connect, type Socket } from "node:net";

import type { Route } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { expect, onTestFinished, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

test("every route that takes a password, a key or a token takes at most 16 KiB", () => {
  const limits = Object.values<Route>(authApi.routes)
    .map(({ definition }) => definition)
    .filter(({ body }) => body !== undefined)
    .map(({ path, bodyLimit }) => [path, bodyLimit]);
  expect(limits.length).toBeGreaterThan(5);
  expect(limits).toEqual(limits.map(([path]) => [path, 16_384]));
});

test("600 sockets that never end the body of a login hold less than 48 MiB", async () => {
  const server = await runTestServer();
  const before = held();
  const sockets = await Promise.all(
    Array.from({ length: 600 }, () => startLogin(server.url, 16_384)),
  );
  await Promise.all(sockets.map((socket) => write(socket, "x".repeat(16_383))));
  // Answered after all of the above has been read.
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(held() - before).toBeLessThan(48 * 1_048_576);
});

test("a login that announces more is refused before its body is sent", async () => {
  const server = await runTestServer();
  const socket = await startLogin(server.url, 16_385);
  const [reply] = (await once(socket, "data")) as [Buffer];
  expect(reply.toString("latin1")).toMatch(/^HTTP\/1\.1 413 /);
});

/** Bytes that this process holds. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function startLogin(url: string, length: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await write(
    socket,
    [
      "POST /api/v1/auth/login HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      `Content-Length: ${length}`,
      "",
      "",
    ].join("\r\n"),
  );
  return socket;
}

function write(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
