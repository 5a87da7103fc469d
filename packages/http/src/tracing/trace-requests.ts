/**
 * A span for each request, by OpenTelemetry's semantic conventions for HTTP servers.
 *
 * Only the API is imported: without an SDK in the process a span costs next to nothing and goes nowhere. Neither path
 * nor query nor headers become attributes, because they hold ids, addresses and credentials; the route's template does.
 */

import {
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
  type TextMapGetter,
} from "@opentelemetry/api";

import type { NodeExchange } from "../request/node-exchange.ts";

/** Runs the handling of a request inside its span. */
export type TraceRequest = (exchange: NodeExchange, run: () => void) => void;

/** Value of `http.request.method` by method; others are `_OTHER`, because callers may invent them. */
const METHODS: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

const headerGetter: TextMapGetter<NodeExchange["headers"]> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name.toLowerCase()],
};

/**
 * Creates a tracer. With `trustTraceparent` a request continues its caller's trace; else it begins one of its own,
 * linked to the caller's, so that no stranger decides what is recorded or joins a trace.
 */
export function createRequestTracer(trustTraceparent: boolean): TraceRequest {
  const tracer = trace.getTracer("@bourse/http");
  return (exchange, run) => {
    if (!isTraced()) return run();
    const method = exchange.method;
    const isKnown = METHODS.has(method);
    const { parent, links } = originOf(exchange, trustTraceparent);
    const span = tracer.startSpan(
      isKnown ? method : "HTTP",
      {
        kind: SpanKind.SERVER,
        attributes: {
          "http.request.method": isKnown ? method : "_OTHER",
          "url.scheme": exchange.isSecure ? "https" : "http",
        },
        links,
      },
      parent,
    );
    if (span.isRecording()) endWithReply(span, exchange, isKnown ? method : "HTTP");
    exchange.traceId = traceIdOf(span);
    context.with(trace.setSpan(parent, span), run);
  };
}

/** The provider that the API stands on until an SDK registers. */
const IDLE_PROVIDER = new ProxyTracerProvider().getDelegate();

/** False without an SDK in the process, which may also register after the server was created. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  const isIdle =
    provider instanceof ProxyTracerProvider && provider.getDelegate() === IDLE_PROVIDER;
  return !isIdle || propagation.fields().length > 0;
}

function originOf(
  { headers }: NodeExchange,
  trustTraceparent: boolean,
): { readonly parent: Context; readonly links: Link[] } {
  const given = propagation.extract(ROOT_CONTEXT, headers, headerGetter);
  if (trustTraceparent) return { parent: given, links: [] };
  const remote = trace.getSpanContext(given);
  return { parent: ROOT_CONTEXT, links: remote === undefined ? [] : [{ context: remote }] };
}

/** Only 5xx is an error of the server; a reply that never began has no status. */
function endWithReply(span: Span, exchange: NodeExchange, method: string): void {
  const { response } = exchange;
  response.on("close", () => {
    const { route, operation } = exchange;
    if (route !== null) {
      span.updateName(`${method} ${route}`);
      span.setAttribute("http.route", route);
    }
    if (operation !== null) span.setAttribute("bourse.operation", operation);
    if (response.headersSent) {
      const { statusCode } = response;
      span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500) {
        span.setAttribute("error.type", String(statusCode));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
    }
    span.end();
  });
}

/** Undefined without an SDK. */
function traceIdOf(span: Span): string | undefined {
  return span.isRecording() ? span.spanContext().traceId : undefined;
}
