import { once } from "node:events";
/** The sender of webhooks: what it calls, what it never calls, and what a hostile receiver cannot do. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { createWebhookSender, type WebhookSenderOptions } from "../src/webhooks/index.ts";
import { receiver } from "./support/receiver.ts";

const REQUEST = { headers: { "content-type": "application/json" }, body: '{"a":"ä"}' };

function sender(options: WebhookSenderOptions = {}) {
  const opened = createWebhookSender(options);
  onTestFinished(() => opened.close());
  return opened;
}
const send = (url: string, options: WebhookSenderOptions = {}, milliseconds = 5000) =>
  sender(options).send({ ...REQUEST, url }, { signal: AbortSignal.timeout(milliseconds) });

const NOT_PUBLIC = "The host of the address stands for no public address of the internet.";

test("a request reaches the receiver, and its status comes back", async () => {
  const { url, received } = await receiver();
  expect(await send(url, { allowPrivate: true })).toBe(204);
  expect(received).toMatchObject([
    { body: REQUEST.body, headers: { "content-type": "application/json", "content-length": "10" } },
  ]);
});

test("only https is admitted, and http on the loopback interface where private addresses are", () => {
  const closed = sender();
  const open = sender({ allowPrivate: true });
  const refusal = (text: string) => [closed, open].map((one) => one.refusal(new URL(text)));
  const https = "The address of a webhook begins with https://.";
  expect(refusal("https://hooks.example/a")).toEqual([undefined, undefined]);
  expect(refusal("http://hooks.example/a")).toEqual([https, https]);
  expect(refusal("http://localhost:3000")).toEqual([NOT_PUBLIC, undefined]);
  for (const name of ["localhost", "LOCALHOST", "a.localhost.", "printer.local", "db.internal"]) {
    expect(refusal(`https://${name}/`), name).toEqual([NOT_PUBLIC, undefined]);
  }
  for (const name of ["localhost.example", "local.example", "notlocalhost.com"]) {
    expect(refusal(`https://${name}/`), name).toEqual([undefined, undefined]);
  }
  expect(refusal("http://127.0.0.1:3000")).toEqual([NOT_PUBLIC, undefined]);
  expect(refusal("http://[::1]:3000")).toEqual([NOT_PUBLIC, undefined]);
  expect(refusal("http://10.0.0.1")).toEqual([NOT_PUBLIC, https]);
  expect(refusal("https://10.0.0.1")).toEqual([NOT_PUBLIC, undefined]);
  // Other spellings of 127.0.0.1 and of addresses that hold one of IPv4.
  const spelt = ["2130706433", "0x7f.1", "017700000001", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]"];
  for (const host of spelt) {
    expect(closed.refusal(new URL(`https://${host}/`)), host).toBe(NOT_PUBLIC);
  }
  expect(refusal("ftp://hooks.example")).toEqual([https, https]);
});

test("a name that stands for an inner address, among others, is not called", async () => {
  const { port, received } = await receiver();
  for (const inner of ["127.0.0.1", "::1", "169.254.169.254", "::ffff:127.0.0.1", "10.1.2.3"]) {
    for (const found of [[inner], ["93.184.216.34", inner]]) {
      const called = send(`https://hooks.example:${port}/`, { findAddresses: async () => found });
      await expect(called, inner).rejects.toThrow(NOT_PUBLIC);
    }
  }
  expect(received).toEqual([]);
});

test("an unknown name is told like one that stands for an inner address", async () => {
  const findAddresses = () => Promise.reject(new Error("ENOTFOUND"));
  await expect(send("https://nowhere.example/", { findAddresses })).rejects.toThrow(NOT_PUBLIC);
  const none = async () => [];
  await expect(send("https://nowhere.example/", { findAddresses: none })).rejects.toThrow(
    NOT_PUBLIC,
  );
});

test("a name is looked up once for a connection, which is made to the address that was checked", async () => {
  const looked: string[] = [];
  // The second answer would be an inner address: nobody asks for it.
  const findAddresses = async (host: string) => {
    looked.push(host);
    return looked.length === 1 ? ["203.0.113.1"] : ["127.0.0.1"];
  };
  const { port, received } = await receiver();
  const called = send(`https://hooks.example:${port}/`, { allowPrivate: true, findAddresses }, 100);
  await expect(called).rejects.toThrow(/^The (?:connection failed|receiver did not answer)/);
  expect([looked, received]).toEqual([["hooks.example"], []]);
});

test("a redirect is told as its status, and not followed", async () => {
  const { url, received } = await receiver((_request, response) => {
    response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
  });
  const inner = await receiver();
  const other = await receiver((_request, response) => {
    response.writeHead(307, { location: inner.url }).end();
  });
  expect(await send(url, { allowPrivate: true })).toBe(302);
  expect(await send(other.url, { allowPrivate: true })).toBe(307);
  expect([received.length, inner.received.length]).toEqual([1, 0]);
});

test("an endless body is broken off, and the status counts", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const { url } = await receiver((_request, response) => {
    response.writeHead(200);
    closed = once(response, "close");
    const more = (): void => {
      if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  expect(await send(url, { allowPrivate: true })).toBe(200);
  await closed;
});

test("an answer that never comes ends with the time limit", async () => {
  const { url } = await receiver(() => undefined);
  await expect(send(url, { allowPrivate: true }, 50)).rejects.toThrow(
    "The receiver did not answer in time.",
  );
});

test("a reset, a refused connection and a huge head are failures without an address in their text", async () => {
  const { url } = await receiver((request) => void request.socket.resetAndDestroy());
  await expect(send(url, { allowPrivate: true })).rejects.toThrow(
    "The connection failed: ECONNRESET.",
  );
  const gone = createServer();
  gone.listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  await expect(send(`http://127.0.0.1:${port}/`, { allowPrivate: true })).rejects.toThrow(
    "The connection failed: ECONNREFUSED.",
  );
  const huge = await receiver((_request, response) => {
    response.writeHead(200, { "x-huge": "x".repeat(9000) }).end();
  });
  await expect(send(huge.url, { allowPrivate: true })).rejects.toThrow(
    "The connection failed: HPE_HEADER_OVERFLOW.",
  );
});

test("an idle connection that the receiver has closed is made anew", async () => {
  let answers = 0;
  const { url, received } = await receiver((request, response) => {
    answers++;
    if (answers === 2) request.socket.resetAndDestroy();
    else response.writeHead(204).end();
  });
  const one = sender({ allowPrivate: true });
  const call = () => one.send({ ...REQUEST, url }, { signal: AbortSignal.timeout(5000) });
  expect([await call(), await call()]).toEqual([204, 204]);
  expect(received).toHaveLength(3);
});
