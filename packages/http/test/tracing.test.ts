/** Spans of requests, as the SDK of OpenTelemetry exports them. */

import { createClient } from "@bourse/client";
import { callsOf } from "@bourse/contract";
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "./eventually.ts";
import { api } from "./sample-api.ts";
import { serveSample } from "./serve-sample.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
});
afterEach(() => exporter.reset());
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  propagation.disable();
  context.disable();
});

async function spans(count: number): Promise<ReadableSpan[]> {
  await eventually("the spans", () => exporter.getFinishedSpans().length === count);
  return exporter.getFinishedSpans();
}

describe("a request's span", () => {
  test("has the method and the route's template, and neither path nor query nor headers", async () => {
    const { url } = await serveSample();
    await fetch(`${url}/api/jobs/job-of-ada?token=hunter2`, {
      headers: { authorization: "Bearer hunter2", "x-api-key": "hunter2" },
    });
    const [span] = await spans(1);
    expect(span?.name).toBe("GET /api/jobs/:uuid");
    expect(span?.kind).toBe(SpanKind.SERVER);
    expect(span?.attributes).toEqual({
      "http.request.method": "GET",
      "url.scheme": "http",
      "http.route": "/api/jobs/:uuid",
      "http.response.status_code": 200,
      "bourse.operation": "getJob",
    });
    expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
  });

  test("is an error from status 500 on, without the error's text", async () => {
    const { url } = await serveSample();
    await fetch(`${url}/api/crash`);
    const [span] = await spans(1);
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes).toMatchObject({
      "http.response.status_code": 500,
      "error.type": "500",
    });
    expect(span?.events).toEqual([]);
  });

  test("of no route has the method alone, and an invented method is _OTHER", async () => {
    const { url } = await serveSample();
    await fetch(`${url}/nowhere/hunter2`);
    await fetch(`${url}/nowhere/hunter2`, { method: "PURGE" });
    const found = await spans(2);
    expect(found.map(({ name }) => name)).toEqual(["GET", "HTTP"]);
    expect(found.map(({ attributes }) => attributes["http.request.method"])).toEqual([
      "GET",
      "_OTHER",
    ]);
    expect(JSON.stringify(found.map(({ attributes }) => attributes))).not.toContain("hunter2");
    expect(found.map(({ status }) => status.code)).toEqual([0, 0]);
  });

  test("is the parent of what the route does, also after it has waited", async () => {
    const tracer = trace.getTracer("test");
    const wait = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      tracer.startSpan("query").end();
    };
    const { url } = await serveSample({}, { wait });
    await fetch(`${url}/api/wait`);
    const [query, request] = await spans(2);
    expect(query?.name).toBe("query");
    expect(query?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(query?.spanContext().traceId).toBe(request?.spanContext().traceId);
  });
});

describe("the caller's trace", () => {
  test("is linked and not joined by default", async () => {
    const { url } = await serveSample();
    await fetch(`${url}/api/jobs/stats`, { headers: { traceparent } });
    const [span] = await spans(1);
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.spanContext().traceId).not.toBe(CALLER.traceId);
    expect(span?.links.map((link) => link.context)).toMatchObject([CALLER]);
  });

  test("goes on with trustTraceparent", async () => {
    const { url } = await serveSample({ trustTraceparent: true });
    await fetch(`${url}/api/jobs/stats`, { headers: { traceparent } });
    const [span] = await spans(1);
    expect(span?.spanContext().traceId).toBe(CALLER.traceId);
    expect(span?.parentSpanContext?.spanId).toBe(CALLER.spanId);
    expect(span?.links).toEqual([]);
  });

  test.each(["", "00-zz", `ff-${CALLER.traceId}-${CALLER.spanId}-01`, "00-0-0-00"])(
    "begins anew for the header %j",
    async (bad) => {
      const { url } = await serveSample({ trustTraceparent: true });
      await fetch(`${url}/api/jobs/stats`, { headers: { traceparent: bad } });
      const [span] = await spans(1);
      expect(span?.parentSpanContext).toBeUndefined();
      expect(span?.links).toEqual([]);
    },
  );
});

test("a client's call and the request that it makes are one trace, by the client's hook", async () => {
  const { url } = await serveSample({ trustTraceparent: true });
  const client = createClient(
    { ...api, calls: callsOf(api.routes) },
    { baseUrl: url, onRequest: ({ headers }) => propagation.inject(context.active(), headers) },
  );
  await trace
    .getTracer("app")
    .startActiveSpan("look up", { kind: SpanKind.CLIENT }, async (span) => {
      expect(await client.getStats()).toEqual({ stats: true });
      span.end();
    });
  const found = await spans(2);
  const call = found.find(({ name }) => name === "look up");
  const request = found.find(({ kind }) => kind === SpanKind.SERVER);
  expect(request?.name).toBe("GET /api/jobs/stats");
  expect(request?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
});

test("the log line of a request names its trace", async () => {
  const lines: object[] = [];
  const note = (details: object): void => void lines.push(details);
  const logger = { debug: note, info: note, warn: note, error: note, fatal: note };
  const { url } = await serveSample({ logger });
  await fetch(`${url}/api/jobs/stats`);
  const [span] = await spans(1);
  await eventually("the line", () => lines.length === 1);
  expect(lines[0]).toMatchObject({ trace_id: span?.spanContext().traceId });
});
