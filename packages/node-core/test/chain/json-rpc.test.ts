import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createJsonRpc, type Fetch, type JsonRpc } from "../../src/index.ts";

type Answer = (calls: readonly Call[], signal: AbortSignal) => Response | Promise<Response>;

interface Call {
  readonly id: number;
  readonly method: string;
}

const result = (value: (call: Call) => unknown): Answer => {
  return (calls) => {
    const replies = calls.map((call) => ({ id: call.id, result: value(call) }));
    return Response.json(replies.length === 1 ? replies[0] : replies.toReversed());
  };
};
const chain = (id: number, name: string): Answer =>
  result(({ method }) => (method === "eth_chainId" ? `0x${id.toString(16)}` : name));

/** Endpoints by host, and what was asked of whom. */
function network(hosts: Readonly<Record<string, Answer>>): { fetch: Fetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const { host } = new URL(url);
    const body = JSON.parse(init.body as string) as Call | readonly Call[];
    const calls = Array.isArray(body) ? (body as readonly Call[]) : [body as Call];
    asked.push(`${host} ${calls.map(({ method }) => method).join(" ")}`);
    return hosts[host]!(calls, init.signal!);
  };
  return { fetch, asked };
}

const clock = createManualClock();
const open = (fetch: Fetch, ...hosts: readonly string[]): JsonRpc =>
  createJsonRpc({
    urls: hosts.map((host) => `https://${host}/v1/secret-key`),
    chainId: 5,
    timeoutMilliseconds: 100,
    fetch,
    clock,
  });

test("an endpoint is asked for its chain once, then works", async () => {
  const { fetch, asked } = network({ a: chain(5, "A") });
  const rpc = open(fetch, "a");
  expect([await rpc.request("x", []), await rpc.request("y", [])]).toEqual(["A", "A"]);
  expect(asked).toEqual(["a eth_chainId", "a x", "a y"]);
});

test("the next endpoint takes over from one that fails, hangs, is busy or is of another chain", async () => {
  const faults: readonly Answer[] = [
    () => Promise.reject(new TypeError("fetch failed")),
    () => new Response("no", { status: 503 }),
    () => new Response("<html>"),
    (_calls, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
    ([call]) => Response.json({ id: call!.id, error: { code: -32005, message: "limit" } }),
    chain(6, "wrong"),
  ];
  for (const fault of faults) {
    const rpc = open(network({ a: fault, b: chain(5, "B") }).fetch, "a", "b");
    expect(await rpc.request("x", [])).toBe("B");
  }
});

test("one that failed rests, and is asked again when it has rested", async () => {
  let well = false;
  const ill: Answer = () => new Response(null, { status: 500 });
  const a: Answer = (...args) => (well ? chain(5, "A") : ill)(...args);
  const rpc = open(network({ a, b: chain(5, "B") }).fetch, "a", "b");
  expect(await rpc.request("x", [])).toBe("B");
  well = true;
  expect(await rpc.request("x", [])).toBe("B");
  await clock.advance(1_000);
  expect(await rpc.request("x", [])).toBe("A");
});

test("when none answers the error names hosts and reasons, and no key", async () => {
  const rpc = open(network({ a: () => new Response(null, { status: 500 }) }).fetch, "a");
  const error = (await rpc.request("x", []).catch((one: unknown) => one)) as Error;
  expect(error).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  expect(error.message).toContain("a answered with status 500");
  expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain("secret");
});

test("when all are of another chain that is what is said", async () => {
  const rpc = open(network({ a: chain(6, "wrong") }).fetch, "a");
  await expect(rpc.request("x", [])).rejects.toMatchObject({
    code: "CHAIN_MISMATCH",
    message: expect.stringContaining("chain 6") as string,
  });
});

test("an error of the chain is the answer: nobody else is asked", async () => {
  const refusing: Answer = ([call]) =>
    call!.method === "eth_chainId"
      ? Response.json({ id: 0, result: "0x5" })
      : Response.json({ id: 0, error: { code: 3, message: "execution reverted", data: "0x01" } });
  const { fetch, asked } = network({ a: refusing, b: chain(5, "B") });
  await expect(open(fetch, "a", "b").request("x", [])).rejects.toMatchObject({
    code: "CHAIN_REJECTED",
    details: { code: 3, data: "0x01" },
  });
  expect(asked).toEqual(["a eth_chainId", "a x"]);
});

test("a batch is answered in the order asked, also where batches are not taken", async () => {
  const named = result(({ method }) => (method === "eth_chainId" ? "0x5" : method));
  const single: Answer = (calls, signal) =>
    calls.length > 1
      ? Response.json({ error: { code: -32600, message: "no batches" } })
      : named(calls, signal);
  for (const answer of [named, single]) {
    const rpc = open(network({ a: answer }).fetch, "a");
    const outcomes = await rpc.batch(["x", "y", "z"].map((method) => ({ method, params: [] })));
    expect(outcomes).toEqual([{ result: "x" }, { result: "y" }, { result: "z" }]);
  }
});

test("the caller's signal ends it with its own reason", async () => {
  const hanging: Answer = (_calls, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const rpc = open(network({ a: hanging }).fetch, "a");
  const reason = new Error("enough");
  await expect(rpc.request("x", [], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("an endpoint that turns to another chain is found out within a minute, and used again when it is back", async () => {
  let id = 5;
  const { fetch } = network({ a: (calls, signal) => chain(id, "A")(calls, signal) });
  const rpc = open(fetch, "a");
  expect(await rpc.request("x", [])).toBe("A");
  id = 6;
  await clock.advance(60_000);
  await expect(rpc.request("x", [])).rejects.toMatchObject({
    code: "CHAIN_MISMATCH",
    message: expect.stringContaining("chain 6") as string,
  });
  id = 5;
  expect(await rpc.request("x", [])).toBe("A");
});
