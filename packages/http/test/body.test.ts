import { describe, expect, test } from "vitest";

import { openSocket, parseReply, readAll, sendRaw } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

/** A JSON body of exactly `bytes` bytes. */
const bodyOf = (bytes: number): string => JSON.stringify({ text: "x".repeat(bytes - 11) });
const LIMIT = 1000;

const post = (
  url: string,
  body: string | Buffer | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/api/echo`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);

/** Sent chunked: its length is not announced. */
const chunked = (text: string): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 300) {
        controller.enqueue(Buffer.from(text.slice(at, at + 300)));
      }
      controller.close();
    },
  });

describe("a request body", () => {
  test("is accepted at its limit and refused one byte past it, with a length announced", async () => {
    const { url } = await serveSample();
    expect((await post(url, bodyOf(LIMIT))).status).toBe(200);
    const refused = await post(url, bodyOf(LIMIT + 1));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ status_code: 413 });
  });

  test("is accepted at its limit and refused one byte past it, sent in chunks", async () => {
    const { url } = await serveSample();
    expect((await post(url, chunked(bodyOf(LIMIT)))).status).toBe(200);
    expect((await post(url, chunked(bodyOf(LIMIT + 1)))).status).toBe(413);
  });

  test.each(["gzip", "br", "deflate", "zstd", "x-unknown", "gzip, identity"])(
    "in the coding %s is refused with 415 and told what is taken",
    async (coding) => {
      const { url } = await serveSample();
      const refused = await post(url, bodyOf(100), { "content-encoding": coding });
      expect(refused.status).toBe(415);
      expect(refused.headers.get("accept-encoding")).toBe("identity");
      expect((await post(url, bodyOf(100), { "content-encoding": "identity" })).status).toBe(200);
    },
  );

  test("far over the limit still gets its 413 whole, and the connection ends", async () => {
    const { url } = await serveSample();
    const refused = await post(url, "x".repeat(8_000_000));
    expect(refused.status).toBe(413);
    expect(refused.headers.get("connection")).toBe("close");
    expect(await refused.json()).toMatchObject({ status_code: 413 });
  });

  test("of chunks without end gets its 413 while it is still being sent", async () => {
    const { url } = await serveSample();
    const socket = await openSocket(url);
    socket.on("error", () => {});
    socket.write(
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Transfer-Encoding: chunked\r\n\r\n",
    );
    for (let count = 0; count < 20; count++) socket.write(`64\r\n${"x".repeat(100)}\r\n`);
    expect(parseReply(await readAll(socket)).status).toBe(413);
  });

  test("that waits for 100-continue is told to come, and one too large never is", async () => {
    const { url } = await serveSample();
    const head = (length: number): string =>
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
      `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    const body = bodyOf(20);
    expect(await sendRaw(url, head(20) + body)).toMatch(
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /,
    );
    expect(await sendRaw(url, head(LIMIT + 1))).toMatch(/^HTTP\/1.1 413 /);
  });

  test("of a route that reads none is read away, and the connection serves on", async () => {
    const { url } = await serveSample();
    const raw = await sendRaw(
      url,
      "DELETE /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello" +
        "GET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(raw.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  test("of another type is a 415, and no type at all with a body too", async () => {
    const { url } = await serveSample();
    expect((await post(url, "{}", { "content-type": "text/plain" })).status).toBe(415);
    expect(
      (await post(url, Buffer.from("{}"), { "content-type": "application/jsonp" })).status,
    ).toBe(415);
  });

  test("that ends early is dropped without harm to the next caller", async () => {
    const { url } = await serveSample();
    const socket = await openSocket(url);
    socket.on("error", () => {});
    socket.end(
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    );
    const reply = parseReply(await readAll(socket));
    expect(reply.status).toBe(400);
    expect((await post(url, "{}")).status).toBe(200);
  });
});
