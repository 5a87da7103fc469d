/** One line a request, written when the reply is out or the caller has gone. */

import type { NodeExchange } from "../request/node-exchange.ts";
import type { HttpLogger } from "./http-logger.ts";

/** Notes the start of a request; the line follows by itself. */
export type AccessLog = (exchange: NodeExchange) => void;

/** Routes that a monitor calls every few seconds: their lines are for debugging only. */
const PROBES: ReadonlySet<string | null> = new Set(["/livez", "/readyz"]);

/**
 * A log of method, route template, status, milliseconds and id: at `error` with the cause from 500 on, at `warn` when
 * the caller left before the reply was complete, at `info` otherwise. Never a body, a query or a header; the path
 * itself only where no route matched. Undefined when the logger would drop every such line.
 */
export function createAccessLog(
  logger: HttpLogger,
  monotonic: () => number,
): AccessLog | undefined {
  if (logger.isLevelEnabled?.("info") === false) return undefined;
  return (exchange) => {
    const startedAt = monotonic();
    exchange.response.on("close", () => {
      if (exchange.isPassedOn) return;
      writeLine(logger, exchange, Math.round((monotonic() - startedAt) * 1000) / 1000);
    });
  };
}

function writeLine(logger: HttpLogger, exchange: NodeExchange, milliseconds: number): void {
  const { request, response, route, failure } = exchange;
  const details: Record<string, unknown> = {
    method: request.method,
    route,
    status: response.statusCode,
    ms: milliseconds,
    id: exchange.requestId,
  };
  if (exchange.traceId !== undefined) details["trace_id"] = exchange.traceId;
  if (route === null) details["path"] = (request.url ?? "").replace(/[?#].*$/s, "").slice(0, 200);
  if (failure !== undefined) details["err"] = failure;
  if (!response.writableFinished) logger.warn(details, "request abandoned");
  else if (response.statusCode >= 500) logger.error(details, "request failed");
  else if (PROBES.has(route)) logger.debug(details, "request");
  else logger.info(details, "request");
}
