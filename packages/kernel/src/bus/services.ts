/** Requests and replies inside one process: servers by service name, taking turns. */

import { checkInteger } from "../checks.ts";
import type { Clock } from "../clock.ts";
import { BourseError, isBourseError } from "../errors.ts";
import { frozenJson } from "../json.ts";
import { KernelError } from "../kernel-error.ts";
import type { FaultReporter } from "./fault.ts";
import type { RequestContext, RequestOptions, ServiceHandlers, Subscription } from "./port.ts";

type Handler = (payload: unknown, context: RequestContext) => Promise<unknown>;

interface Server {
  readonly handlers: ServiceHandlers;
  /** One promise for each call under way; it never rejects. */
  readonly running: Set<Promise<void>>;
}

interface Call {
  readonly service: string;
  readonly method: string;
  readonly payload: unknown;
}

export class Services {
  readonly #clock: Clock;
  readonly #report: FaultReporter;
  /** The server whose turn it is stands first. */
  readonly #servers = new Map<string, Server[]>();
  readonly #closing = new AbortController();

  constructor(clock: Clock, report: FaultReporter) {
    this.#clock = clock;
    this.#report = report;
  }

  serve(service: string, handlers: ServiceHandlers): Subscription {
    const server: Server = { handlers, running: new Set() };
    const servers = this.#servers.get(service) ?? [];
    this.#servers.set(service, servers);
    servers.push(server);
    const stop = async (): Promise<void> => {
      const place = servers.indexOf(server);
      if (place >= 0) servers.splice(place, 1);
      await Promise.all(server.running);
    };
    return { stop };
  }

  async request(call: Call, options: RequestOptions): Promise<unknown> {
    checkInteger("timeoutMilliseconds", options.timeoutMilliseconds, { min: 1 });
    options.signal?.throwIfAborted();
    const payload = frozenJson(call.payload ?? null);
    const server = this.#take(call.service);
    const handler = server.handlers[call.method] as Handler | undefined;
    if (!Object.hasOwn(server.handlers, call.method) || handler === undefined) {
      throw new KernelError(
        "BUS_METHOD_UNKNOWN",
        `Service "${call.service}" has no method "${call.method}".`,
        { details: { service: call.service, method: call.method } },
      );
    }
    const caller = new AbortController();
    const work = this.#work(call, caller.signal, () => handler(payload, { signal: caller.signal }));
    const settled = work.then(ignore, ignore);
    server.running.add(settled);
    void settled.then(() => server.running.delete(settled));
    return this.#within(options, call, caller, work);
  }

  async close(): Promise<void> {
    this.#closing.abort(new KernelError("BUS_CLOSED", "The bus was closed during the request."));
    const running = [...this.#servers.values()].flat().flatMap((server) => [...server.running]);
    this.#servers.clear();
    await Promise.all(running);
  }

  #take(service: string): Server {
    const servers = this.#servers.get(service);
    const server = servers?.shift();
    if (servers === undefined || server === undefined) {
      throw new KernelError(
        "BUS_NO_RESPONDERS",
        `Nobody serves "${service}" now. Start it, or try again later.`,
        { details: { service } },
      );
    }
    servers.push(server);
    return server;
  }

  /** Runs the handler in a turn of its own and turns its faults into what the caller may read. */
  async #work(call: Call, signal: AbortSignal, run: () => Promise<unknown>): Promise<unknown> {
    await Promise.resolve();
    try {
      const reply = await run();
      return this.#checkedReply(call, reply);
    } catch (error) {
      if (isBourseError(error)) throw copyOf(error);
      // Whoever was told to stop may end in any way it likes.
      if (!signal.aborted) this.#reportFault(call, error);
      throw failedInside(call);
    }
  }

  #checkedReply(call: Call, reply: unknown): unknown {
    try {
      return frozenJson(reply ?? null);
    } catch (error) {
      this.#reportFault(call, error);
      throw failedInside(call);
    }
  }

  #reportFault(call: Call, error: unknown): void {
    this.#report({ where: "service", name: `${call.service}.${call.method}`, error });
  }

  /** The work's outcome, unless the time is over, the caller gives up or the bus closes first. */
  async #within(
    options: RequestOptions,
    call: Call,
    caller: AbortController,
    work: Promise<unknown>,
  ): Promise<unknown> {
    const { timeoutMilliseconds, signal } = options;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = (reason: unknown): void => {
      caller.abort(reason);
      reject(reason as Error);
    };
    const over = new AbortController();
    const onAbort = (): void => giveUp(signal?.reason);
    const onClose = (): void => giveUp(this.#closing.signal.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#closing.signal.addEventListener("abort", onClose, { once: true });
    this.#clock
      .sleep(timeoutMilliseconds, over.signal)
      .then(() => giveUp(timeoutOf(call, timeoutMilliseconds)), ignore);
    try {
      return await Promise.race([work, givenUp]);
    } finally {
      over.abort();
      signal?.removeEventListener("abort", onAbort);
      this.#closing.signal.removeEventListener("abort", onClose);
    }
  }
}

function ignore(): void {
  // Somebody else hears of it, or nobody needs to.
}

function failedInside(call: Call): KernelError {
  const { service, method } = call;
  return new KernelError(
    "BUS_SERVICE_FAILED",
    `${service}.${method} failed for a reason inside of it; its log says more.`,
    { details: { service, method } },
  );
}

function timeoutOf(call: Call, milliseconds: number): KernelError {
  return new KernelError(
    "BUS_TIMEOUT",
    `${call.service}.${call.method} did not answer within ${milliseconds} ms.`,
    { details: { service: call.service, method: call.method, timeoutMilliseconds: milliseconds } },
  );
}

/** As a wire would carry it: the same code, sentence and plain details, nothing else of the original. */
function copyOf(error: BourseError): BourseError {
  let details: Readonly<Record<string, unknown>> = {};
  try {
    details = frozenJson(error.details);
  } catch {
    // Details that are no JSON stay behind.
  }
  return new BourseError(error.code, error.message, { details });
}
