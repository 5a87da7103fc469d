/** Any bound API as a mock: msw handlers and a `fetch`, with faults, overrides and recorded calls. */

import {
  bindApi,
  type Api,
  type BoundRoute,
  type Handler,
  type Handlers,
  type Routes,
  type TypesOf,
} from "@bourse/contract";
import { functionOption, resolveOptions } from "@bourse/kernel";
import { http, HttpResponse, type HttpHandler } from "msw";

import { checkFault, type Fault } from "./fault.ts";
import { checkOperation, MockError } from "./mock-error.ts";
import { MockService, type Sleep } from "./mock-service.ts";
import { baseUrlOption } from "./option-rules.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** Options of {@link mockApi}. */
export interface MockApiOptions {
  /** URL of the mocked service without the API's base path, such as `https://backtest.example`. */
  readonly baseUrl: string;
  /** Waits for the latency of a fault. Default: real time. */
  readonly sleep?: Sleep;
}

/** A mocked API. */
export interface MockApi<R extends Routes = Routes> {
  /**
   * Handlers for msw's `setupServer` or `setupWorker`. They answer everything below the base path, 404 and 405
   * included.
   */
  readonly handlers: readonly HttpHandler[];
  /** The same without msw: give it to whatever takes a `fetch`. Other addresses are refused with a TypeError. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Puts a fault in an operation's way. Faults of one operation queue up; each is used up before the next begins.
   *
   * @throws MockError OPERATION_UNKNOWN
   * @throws KernelError OPTION_INVALID: an unknown or unfit member, or a fault without effect
   */
  readonly fault: (key: keyof R & string, fault: Fault) => void;
  /**
   * Answers an operation otherwise until `reset`; the input stays checked by the contract.
   *
   * @throws MockError OPERATION_UNKNOWN, HANDLER_INVALID
   */
  readonly override: <K extends keyof R & string>(
    key: K,
    handler: Handler<TypesOf<R[K]>, unknown>,
  ) => void;
  /** Returns the requests so far, oldest first, of all operations or one. @throws MockError OPERATION_UNKNOWN */
  readonly calls: (key?: keyof R & string) => readonly RecordedCall[];
  /** Forgets faults, overrides and calls; with routes, serves those from now on. */
  readonly reset: (routes?: readonly BoundRoute[]) => void;
}

/**
 * Mocks an API by its own bound routes: validation, limits, errors and state are the service's.
 *
 * @throws ContractError API_INVALID
 * @throws KernelError OPTION_INVALID
 */
export function mockApi<R extends Routes>(
  api: Api<R>,
  routes: readonly BoundRoute[],
  options: MockApiOptions,
): MockApi<R> {
  const { baseUrl: given, sleep } = resolveOptions<Required<MockApiOptions>>("mockApi", options, {
    baseUrl: baseUrlOption(),
    sleep: functionOption<Sleep>({ default: realSleep }),
  });
  const baseUrl = given.replace(/\/+$/, "");
  const operations = Object.keys(api.routes);
  const root = baseUrl + api.basePath;
  const service = new MockService(api, routes, sleep);
  let base = routes;
  return {
    handlers: [root, `${root}/*`].map((path) =>
      http.all(
        path,
        async ({ request }) => (await service.answer(request)) ?? HttpResponse.error(),
      ),
    ),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const ours = request.url.startsWith(`${baseUrl}/`);
      const response = ours ? await service.answer(request) : undefined;
      if (response !== undefined) return response;
      throw new TypeError("fetch failed", { cause: new Error(`no connection to ${request.url}`) });
    },
    fault: (key, fault) => {
      checkOperation("fault", key, operations);
      checkFault(key, fault);
      service.faults.add(key, fault);
    },
    override: (key, handler) => {
      checkOperation("override", key, operations);
      checkHandler(key, handler);
      const one = { ...api, security: {}, routes: { [key]: withoutSecurity(api, key) } };
      // The table that typed the handler is the one it is bound to.
      const handlers = { [key]: handler } as unknown as Handlers<Routes, unknown>;
      for (const bound of bindApi<Routes, unknown>(one, handlers)) service.replace(bound);
    },
    calls: (key) => {
      if (key === undefined) return [...service.calls];
      checkOperation("calls", key, operations);
      return service.calls.filter((call) => call.key === key);
    },
    reset: (next) => {
      base = next ?? base;
      service.mount(base);
      service.faults.clear();
      service.calls.length = 0;
    },
  };
}

function checkHandler(operation: string, handler: unknown): void {
  if (typeof handler === "function") return;
  throw new MockError(
    "HANDLER_INVALID",
    `override: the handler of "${operation}" must be a function, found ${handler === null ? "null" : typeof handler}.`,
    { details: { operation } },
  );
}

function withoutSecurity(api: Api, key: string): Routes[string] {
  const { security: _, ...definition } = api.routes[key]!.definition;
  return { definition };
}

function realSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
