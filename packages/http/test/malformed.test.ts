import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { openSocket, parseReply, readAll, sendRaw } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

describe("a request that is no HTTP", () => {
  const smuggled =
    "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n" +
    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each([
    ["garbage", "HELLO\r\n\r\n", 400],
    ["a header without a name", "GET / HTTP/1.1\r\n: x\r\nHost: a\r\n\r\n", 400],
    ["two kinds of length at once (request smuggling)", smuggled, 400],
    [
      "two lengths that differ",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
      400,
    ],
    [
      "a length that is no number",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +4\r\n\r\nabcd",
      400,
    ],
    ["a header folded over two lines", "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400],
    ["no Host", "GET /api/jobs/stats HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "two Hosts",
      "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      400,
    ],
    ["headers past 16 KiB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    [
      "an expectation nobody meets",
      "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n",
      417,
    ],
  ])("%s is refused in the API's own format", async (_name, bytes, status) => {
    const { url } = await serveSample();
    const reply = parseReply(await sendRaw(url, bytes));
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(reply.body)).toEqual({
      detail: expect.any(String) as string,
      status_code: status,
    });
  });

  test("a chunk that is garbage ends the request it belongs to with a 400", async () => {
    const { url } = await serveSample();
    const raw = await sendRaw(
      url,
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    );
    expect(parseReply(raw).status).toBe(400);
    expect(raw.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  test("garbage behind a good request never lands in the middle of its reply", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { url } = await serveSample({}, { wait: () => promise });
    const socket = await openSocket(url);
    socket.on("error", () => {});
    socket.write("GET /api/wait HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n");
    const text = await readAll(socket);
    resolve();
    expect(text === "" || parseReply(text).status === 400).toBe(true);
  });
});

describe("a slow request", () => {
  const limits = { headersTimeoutMilliseconds: 150, requestTimeoutMilliseconds: 300 };

  test("whose headers trickle in is cut at the headers' timeout with a 408", async () => {
    const { url } = await serveSample(limits);
    const socket = await openSocket(url);
    socket.write("GET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\n");
    const trickle = setInterval(() => socket.write("X: y\r\n"), 20);
    const startedAt = performance.now();
    const reply = parseReply(await readAll(socket));
    clearInterval(trickle);
    expect(reply.status).toBe(408);
    expect(JSON.parse(reply.body)).toMatchObject({ status_code: 408 });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test("whose body trickles in is cut at the request's timeout", async () => {
    const { url } = await serveSample(limits);
    const socket = await openSocket(url);
    socket.on("error", () => {});
    socket.write(
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n",
    );
    const trickle = setInterval(() => socket.write(" "), 20);
    const reply = parseReply(await readAll(socket));
    clearInterval(trickle);
    expect(reply.status).toBe(408);
  });

  test("that says nothing at all is cut too, and others are served meanwhile", async () => {
    const { url } = await serveSample(limits);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(url)));
    expect((await fetch(`${url}/api/jobs/stats`)).status).toBe(200);
    const ends = await Promise.all(sockets.map(readAll));
    expect(ends).toHaveLength(20);
  });

  test("an idle connection is ended after the keep-alive time", async () => {
    const { url } = await serveSample({ keepAliveTimeoutMilliseconds: 50 });
    const socket = await openSocket(url);
    socket.write("GET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(parseReply(await readAll(socket)).status).toBe(200);
  });
});

test("connections past the cap are closed unanswered, and those within it are served", async () => {
  const { url, http } = await serveSample({ maxConnections: 2 });
  const first = await openSocket(url);
  const second = await openSocket(url);
  const third = await openSocket(url);
  third.on("error", () => {});
  await new Promise((resolve) => third.once("close", resolve).resume());
  first.write("GET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(parseReply(await readAll(first)).status).toBe(200);
  second.destroy();
  await http.close();
  await sleep(0);
});
