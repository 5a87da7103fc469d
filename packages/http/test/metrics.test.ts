import { detail } from "@bourse/contract";
import { createMemoryStore, defineCollection, StoreError } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { parseExposition, valueOf } from "../../../test/support/exposition.ts";
import {
  createMetrics,
  meterStore,
  openMetrics,
  readEnvironment,
  operationsEnvironment,
  silentLogger,
} from "../src/index.ts";
import { eventually } from "./eventually.ts";
import { serveSample } from "./serve-sample.ts";

const SERVICE = { service: "bourse-sample", version: "1.2.3" };
const open = (variables: Record<string, string>): ReturnType<typeof openMetrics> =>
  openMetrics(readEnvironment({ ...operationsEnvironment }, variables), silentLogger, SERVICE);

describe("the metrics of a server", () => {
  test("are none, and have no route, without a setting", () => {
    const metrics = open({});
    expect(metrics.metrics).toBeUndefined();
    expect(metrics.routesFor({ wire: detail })).toEqual([]);
    expect(metrics.serverOptions).toEqual({ trustTraceparent: false });
  });

  test("are on the server's own port with a token, and on theirs alone with a port", () => {
    const METRICS_TOKEN = "0123456789abcdef";
    expect(open({ METRICS_TOKEN }).routesFor({ wire: detail })).toHaveLength(1);
    expect(open({ METRICS_TOKEN, METRICS_PORT: "0" }).routesFor({ wire: detail })).toEqual([]);
  });

  test.each(["0.0.0.0", "::", "192.0.2.1"])("are refused on %s without a token", (host) => {
    expect(() => open({ METRICS_PORT: "0", METRICS_HOST: host })).toThrow(/set METRICS_TOKEN/);
    const METRICS_TOKEN = "0123456789abcdef";
    expect(open({ METRICS_PORT: "0", METRICS_HOST: host, METRICS_TOKEN }).metrics).toBeDefined();
  });

  test("of two servers in one process are apart", async () => {
    const [one, other] = [createMetrics(SERVICE), createMetrics(SERVICE)];
    one.counter({ name: "bourse_sample_total", help: "Samples." })({});
    expect(valueOf(parseExposition(await one.exposition()), "bourse_sample_total")).toBe(1);
    expect(await other.exposition()).not.toContain("bourse_sample_total");
  });

  test("leave out a gauge that cannot be read, and tell it", async () => {
    const faults: string[] = [];
    const metrics = createMetrics({ ...SERVICE, onFault: (_, name) => faults.push(name) });
    metrics.gauge({ name: "bourse_broken", help: "Broken." }, () => {
      throw new Error("no");
    });
    const exposition = parseExposition(await metrics.exposition());
    expect(exposition.get("bourse_broken")?.samples).toEqual([]);
    expect(valueOf(exposition, "bourse_build_info")).toBe(1);
    expect(faults).toEqual(["bourse_broken"]);
  });

  test("escape what stands in a label", async () => {
    const metrics = createMetrics({ ...SERVICE, version: 'a"b\\c\nd' });
    const exposition = parseExposition(await metrics.exposition());
    expect(exposition.get("bourse_build_info")?.samples[0]?.labels["version"]).toBe(
      String.raw`a\"b\\c\nd`,
    );
  });

  test("count an event stream when it ends, and leave its time out", async () => {
    const metrics = createMetrics(SERVICE);
    let end = (): void => {};
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({ start: (controller) => void (end = () => controller.close()) });
    const { url } = await serveSample({ metrics }, { stream });
    const reply = await fetch(`${url}/api/stream`);
    const read = async (name: string): Promise<number> =>
      valueOf(parseExposition(await metrics.exposition()), name);
    expect(await read("bourse_http_requests_active")).toBe(1);
    end();
    await reply.text();
    await expect.poll(() => read("bourse_http_requests_total")).toBe(1);
    expect(await read("bourse_http_requests_active")).toBe(0);
    expect(await read("bourse_http_request_duration_seconds_count")).toBe(0);
  });

  test("have the status none for a caller who left before the answer", async () => {
    const metrics = createMetrics(SERVICE);
    let isWaiting = false;
    const wait = (): Promise<void> => {
      isWaiting = true;
      return new Promise(() => {});
    };
    const { url } = await serveSample({ metrics }, { wait });
    const controller = new AbortController();
    const reply = fetch(`${url}/api/wait`, { signal: controller.signal }).catch(() => undefined);
    await eventually("the request", () => isWaiting);
    controller.abort();
    await reply;
    const labels = { operation: "wait", status: "none" };
    const count = async (): Promise<number> =>
      valueOf(parseExposition(await metrics.exposition()), "bourse_http_requests_total", labels);
    await expect.poll(count).toBe(1);
  });
});

describe("a store that is measured", () => {
  const things = defineCollection<{ readonly id: string }>()({ name: "things", indexes: {} });

  test("counts writes and the store's own failures, and passes everything else through", async () => {
    const metrics = createMetrics(SERVICE);
    const store = createMemoryStore({ collections: [things] });
    const metered = meterStore(store, metrics);
    await metered.insert(things, { id: "a" });
    await expect(metered.insert(things, { id: "a" })).rejects.toMatchObject({
      code: "STORE_DUPLICATE",
    });
    await metered.transaction(async (tx) => tx.insert(things, { id: "b" }));
    const full = new StoreError("STORE_FULL", "no room");
    await expect(metered.transaction(() => Promise.reject(full))).rejects.toBe(full);
    expect(await metered.count(things)).toBe(2);
    expect(metered.revision).toBe(store.revision);
    const exposition = parseExposition(await metrics.exposition());
    const failures = (code: string): number =>
      valueOf(exposition, "bourse_store_failures_total", { engine: "memory", code });
    expect(valueOf(exposition, "bourse_store_write_duration_seconds_count")).toBe(4);
    expect([failures("STORE_FULL"), failures("STORE_DUPLICATE")]).toEqual([1, 0]);
  });

  test("is the store itself without metrics", () => {
    const store = createMemoryStore({ collections: [things] });
    expect(meterStore(store, undefined)).toBe(store);
  });
});
