import { EngineError } from "@bourse/backtest-engine/data";
import { describe, expect, test } from "vitest";

import { resolveExchangeOptions } from "../src/exchange-options.ts";
import type { JsonReply } from "../src/fetch-json.ts";
import { createJsonClient } from "../src/json-client.ts";
import { localServer } from "./local-server.ts";

const serve = localServer();
const bodyOf = ({ body }: JsonReply): { readonly value: unknown } => ({ value: body });

function open(url: URL, attempts = 1) {
  const defaults = { origin: url.origin, requestsPerSecond: 100 };
  return createJsonClient(
    "krakatoa",
    resolveExchangeOptions("test", { attempts, random: () => 0 }, defaults),
  );
}

describe("the client", () => {
  test("encodes its query and leaves out what is undefined", async () => {
    const url = await serve((request, response) => response.end(JSON.stringify(request.url)));
    const client = open(url);
    const query = { symbol: "BTC/USD&x=1", limit: 5, cursor: undefined };
    expect(await client.get("/v1/klines", query, bodyOf)).toBe(
      "/v1/klines?symbol=BTC%2FUSD%26x%3D1&limit=5",
    );
    await client.close();
  });

  test("asks again what the adapter says may pass", async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end(String(asked));
    });
    const client = open(url, 3);
    const error = new EngineError("MARKET_DATA_UNAVAILABLE", "not yet");
    const value = await client.get("/", {}, ({ body }) =>
      body === 3 ? { value: "now" } : { error, retry: true },
    );
    expect(value).toBe("now");
    await client.close();
  });

  test("closed, ends what is under way at once and takes nothing more", async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const url = await serve(() => arrive());
    const client = open(url, 4);
    const outcome = Promise.allSettled([client.get("/", {}, bodyOf)]);
    await arrived;
    await client.close();
    await client.close();
    const [underWay] = await outcome;
    expect(underWay).toMatchObject({ reason: { code: "MARKET_DATA_UNAVAILABLE" } });
    await expect(client.get("/", {}, bodyOf)).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
  });
});
