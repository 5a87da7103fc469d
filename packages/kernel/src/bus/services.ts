/** Requests inside one process: each goes to one of those that serve its service, in turn. */

import type { Clock } from "../clock.ts";
import { hasCode, isBourseError } from "../errors.ts";
import { frozenJson } from "../json.ts";
import { KernelError } from "../kernel-error.ts";
import type { Subscription } from "../subscription.ts";
import { withDeadline } from "../with-deadline.ts";
import type { FaultReporter } from "./fault.ts";
import type { BusRequestOptions, RequestCall, RequestHandler } from "./port.ts";

interface Service {
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  readonly running: Set<Promise<unknown>>;
}

export class Services {
  readonly #clock: Clock;
  readonly #report: FaultReporter;
  readonly #services = new Map<string, Service[]>();

  constructor(clock: Clock, report: FaultReporter) {
    this.#clock = clock;
    this.#report = report;
  }

  async request(
    name: string,
    method: string,
    payload: unknown,
    { timeoutMilliseconds, signal, caller }: BusRequestOptions,
  ): Promise<unknown> {
    const copy = frozenJson(payload ?? null);
    const serving = this.#services.get(name);
    const service = serving?.shift();
    if (serving === undefined || service === undefined) throw noResponder(name);
    serving.push(service);
    return await withDeadline(
      {
        clock: this.#clock,
        milliseconds: timeoutMilliseconds,
        signal,
        onTimeout: () => {
          throw requestTimeout(name, method, timeoutMilliseconds);
        },
      },
      () => this.#answer(service, name, method, copy, { caller: caller ?? null }),
    );
  }

  serve(name: string, handlers: Readonly<Record<string, RequestHandler>>): Subscription {
    const service: Service = { handlers: { ...handlers }, running: new Set() };
    const serving = this.#services.get(name) ?? [];
    this.#services.set(name, serving);
    serving.push(service);
    const stop = async (): Promise<void> => {
      const at = serving.indexOf(service);
      if (at >= 0) serving.splice(at, 1);
      await Promise.allSettled(service.running);
    };
    return { stop };
  }

  async close(): Promise<void> {
    const running = [...this.#services.values()].flat().flatMap((one) => [...one.running]);
    this.#services.clear();
    await Promise.allSettled(running);
  }

  async #answer(
    service: Service,
    name: string,
    method: string,
    payload: unknown,
    call: RequestCall,
  ): Promise<unknown> {
    const answering = answerRequest(service.handlers, name, method, payload, call, this.#report);
    service.running.add(answering);
    try {
      return await answering;
    } finally {
      service.running.delete(answering);
    }
  }
}

/**
 * Calls the handler of a method and returns its answer as a frozen copy. Errors for the caller are thrown as they are;
 * an internal one is reported and hidden.
 */
async function answerRequest(
  handlers: Readonly<Record<string, RequestHandler>>,
  service: string,
  method: string,
  payload: unknown,
  call: RequestCall,
  report: FaultReporter,
): Promise<unknown> {
  // The handler starts in a turn of its own, so that `request` has returned before it runs.
  await Promise.resolve();
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) throw requestFailed(service, method, "it has no such method");
  try {
    return frozenJson((await handler(payload, call)) ?? null);
  } catch (error) {
    const isUnreadable = hasCode(error, "BUS_MESSAGE_UNREADABLE");
    if (isBourseError(error) && error.code !== "JSON_INVALID" && !isUnreadable) throw error;
    report({ where: "service", name: `${service}.${method}`, error });
    const why = isUnreadable
      ? "it cannot read the request"
      : "an internal error, which its own log has";
    throw requestFailed(service, method, why);
  }
}

function noResponder(service: string): KernelError {
  return new KernelError(
    "BUS_NO_RESPONDER",
    `No process serves "${service}" now. Start one, or try again later.`,
    { details: { service, isUndone: true } },
  );
}

function requestTimeout(service: string, method: string, milliseconds: number): KernelError {
  return new KernelError(
    "BUS_TIMEOUT",
    `The service "${service}" did not answer "${method}" within ${milliseconds} ms.`,
    { details: { service, method, milliseconds } },
  );
}

function requestFailed(service: string, method: string, why: string): KernelError {
  return new KernelError(
    "BUS_REQUEST_FAILED",
    `The service "${service}" failed at "${method}": ${why}.`,
    { details: { service, method } },
  );
}
