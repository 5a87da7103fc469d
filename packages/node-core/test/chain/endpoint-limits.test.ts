/** Endpoints that take few calls in a request, however they say so. */
import { createManualClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { LogWindow } from "../../src/chain/compliance/log-window.ts";
import { createChainHealth, createJsonRpc, type Fetch, type RpcCall } from "../../src/index.ts";

interface Call {
  readonly id: number;
  readonly method: string;
}

const error = (id: number | null, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
const page = (status: number): Response => new Response("<html>no</html>", { status });

type Refuse = (calls: readonly Call[], limit: number) => Response;

/** Refusals of a batch of more than `limit` calls. */
const REFUSALS: Readonly<Record<string, Refuse>> = {
  "an error object": () => Response.json(error(null, -32_600, "batch too large")),
  "an error object with 400": () => Response.json(error(null, -32_000, "no"), { status: 400 }),
  "an array of one error": () => Response.json([error(null, -32_600, "Invalid request")]),
  "an error for each call": (calls) =>
    Response.json(calls.map(({ id }) => error(id, -32_000, "limit exceeded"))),
  "an error for each call beyond the limit": (calls, limit) =>
    Response.json(
      calls.map(({ id, method }) =>
        id < limit ? { id, result: method } : error(id, -32_005, "batch limit exceeded"),
      ),
    ),
  "status 413": () => page(413),
  "status 403": () => page(403),
  "status 429": () => Response.json(error(null, 429, "too many requests"), { status: 429 }),
  "status 500": () => page(500),
  "a page with status 200": () => page(200),
  "an empty array": () => Response.json([]),
  "a connection that is reset": () => {
    throw new TypeError("fetch failed");
  },
};

function limited(limit: number, refuse: Refuse) {
  const sizes: number[] = [];
  const fetch: Fetch = (_url, init) => {
    const body = JSON.parse(init.body as string) as Call | readonly Call[];
    const calls = (Array.isArray(body) ? body : [body]) as readonly Call[];
    if (calls[0]?.method !== "eth_chainId") sizes.push(calls.length);
    if (calls.length > limit) return Promise.resolve().then(() => refuse(calls, limit));
    const replies = calls.map(({ id, method }) => ({
      id,
      result: method === "eth_chainId" ? "0x5" : method,
    }));
    return Promise.resolve(Response.json(Array.isArray(body) ? replies : replies[0]));
  };
  return { fetch, sizes };
}

const callsOf = (count: number): RpcCall[] =>
  Array.from({ length: count }, (_, index) => ({ method: `m${index}`, params: [] }));

describe.each([1, 3])("an endpoint that takes %d calls in a request", (limit) => {
  test.each(Object.keys(REFUSALS))(
    "and refuses more with %s answers all, in order",
    async (name) => {
      const { fetch, sizes } = limited(limit, REFUSALS[name]!);
      const clock = createManualClock();
      const rpc = createJsonRpc({ urls: ["https://a"], chainId: 5, fetch, clock });
      const expected = callsOf(8).map(({ method }) => ({ result: method }));
      expect(await rpc.batch(callsOf(8))).toEqual(expected);
      const first = sizes.length;
      expect(await rpc.batch(callsOf(8))).toEqual(expected);
      const second = sizes.slice(first);
      expect(Math.max(...second), "what was refused is not tried again").toBeLessThanOrEqual(limit);
      await clock.advance(600_000);
      expect(await rpc.batch(callsOf(8))).toEqual(expected);
      expect(sizes.slice(first + second.length)[0], "it may have been a busy moment").toBe(8);
    },
  );
});

test("calls that fail one by one as they did together are not asked alone for ever", async () => {
  const { fetch, sizes } = limited(100, () => page(500));
  const failing: Fetch = async (url, init) => {
    const body = JSON.parse(init.body as string) as Call | readonly Call[];
    if (!Array.isArray(body)) {
      const { id, method } = body as Call;
      if (method.startsWith("m")) return Response.json(error(id, -32_000, "header not found"));
      return fetch(url, init);
    }
    sizes.push(body.length);
    const calls = body as readonly Call[];
    return Response.json(calls.map(({ id }) => error(id, -32_000, "header not found")));
  };
  const rpc = createJsonRpc({ urls: ["https://a"], chainId: 5, fetch: failing });
  const outcomes = await rpc.batch(callsOf(4));
  expect(outcomes.every((one) => "error" in one)).toBe(true);
  sizes.length = 0;
  await rpc.batch(callsOf(4));
  expect(sizes[0]).toBe(4);
});

test("no request has more calls than the option says", async () => {
  const { fetch, sizes } = limited(100, () => page(500));
  const rpc = createJsonRpc({ urls: ["https://a"], chainId: 5, fetch, batchSize: 3 });
  await rpc.batch(callsOf(8));
  expect(sizes).toEqual([3, 3, 2]);
});

test.each([
  ["eth_call", 500, 3, "execution reverted"],
  ["eth_sendRawTransaction", 403, -32_000, "transaction underpriced"],
  ["eth_getLogs", 400, -32_005, "query returned more than 10000 results"],
  ["eth_getLogs", 429, -32_005, "block range is too wide"],
])(
  "a refusal of %s by the chain is told as one under status %d",
  async (method, status, code, words) => {
    const fetch: Fetch = async (_url, init) => {
      const call = JSON.parse(init.body as string) as Call;
      if (call.method === "eth_chainId") return Response.json({ id: call.id, result: "0x5" });
      return Response.json(error(call.id, code, words), { status });
    };
    const rpc = createJsonRpc({ urls: ["https://a"], chainId: 5, fetch });
    await expect(rpc.request(method, [])).rejects.toMatchObject({
      code: "CHAIN_REJECTED",
      message: words,
    });
  },
);

test("a range that was answered is kept, and a larger one is tried seldom", () => {
  const window = new LogWindow(2000);
  const asked: number[] = [];
  let refusals = 0;
  for (let request = 0; request < 200; request++) {
    asked.push(window.size);
    if (window.size > 100) {
      refusals++;
      window.refused(window.size, "limit exceeded");
    } else window.answered(window.size);
  }
  expect(refusals / asked.length).toBeLessThan(1 / 12);
  expect(asked.slice(-50).every((size) => size > 25)).toBe(true);
});

test.each([
  ["query exceeds max block range 500", 500],
  ["eth_getLogs is limited to a 1,000 block range", 1000],
  ["Try with this block range [0x1, 0x2]", 500],
])("the words %j are followed by %d blocks", (words, blocks) => {
  const window = new LogWindow(2000);
  window.refused(2000, words);
  expect(window.size).toBe(blocks);
});

test("a chain that answers its monitor while the wallet's work fails for ten seconds is not connected", async () => {
  const clock = createManualClock();
  let since: number | null = null;
  const health = createChainHealth({
    rpc: { request: async () => "0x1", batch: async () => [] },
    chainId: 5,
    clock,
    failingSince: () => since,
  });
  await health.start();
  expect(health.connected()).toBe(true);
  since = clock.monotonic();
  await clock.advance(9000);
  expect(health.connected()).toBe(true);
  await clock.advance(1000);
  expect(health.connected()).toBe(false);
  since = null;
  expect(health.connected()).toBe(true);
  await health.stop();
});
