/** A service without a network: bound routes, the faults before them, and a record of what came in. */

import {
  createRouteTable,
  Problem,
  problemReply,
  serveFetch,
  toResponse,
  type Api,
  type BoundRoute,
  type FetchHandler,
  type RouteTable,
} from "@bourse/contract";

import { FaultList, type Fault } from "./fault.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** Resolves after the time, or rejects with the signal's reason. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Address that all calls of a mock come from, so that its throttles answer as those of a service do. */
export const CALLER_ADDRESS = "127.0.0.1";

const ONE_CALLER = { clientAddress: () => CALLER_ADDRESS };

export class MockService {
  readonly calls: RecordedCall[] = [];
  readonly faults: FaultList = new FaultList();
  readonly #api: Api;
  readonly #sleep: Sleep;
  #routes: readonly BoundRoute[];
  #serve: FetchHandler;
  #table: RouteTable<BoundRoute>;

  constructor(api: Api, routes: readonly BoundRoute[], sleep: Sleep) {
    this.#api = api;
    this.#sleep = sleep;
    this.#routes = routes;
    this.#serve = serveFetch(api.wire, routes, ONE_CALLER);
    this.#table = createRouteTable(routes);
  }

  /** Serves these routes from now on. */
  mount(routes: readonly BoundRoute[]): void {
    this.#routes = routes;
    this.#serve = serveFetch(this.#api.wire, routes, ONE_CALLER);
    this.#table = createRouteTable(routes);
  }

  /** Serves this route in the place of the one with its key. */
  replace(route: BoundRoute): void {
    this.mount(this.#routes.map((one) => (one.key === route.key ? route : one)));
  }

  /** undefined: the connection broke. */
  async answer(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    const key = this.#table.find(request.method, url.pathname)?.row.key;
    const headers = Object.fromEntries(request.headers);
    const call = {
      key,
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers,
      body: await request.clone().text(),
      status: undefined as number | undefined,
    };
    this.calls.push(call);
    const fault = key === undefined ? undefined : this.faults.take(key);
    const response = await this.#answerWith(request, key, fault);
    call.status = response?.status;
    return response;
  }

  async #answerWith(
    request: Request,
    key: string | undefined,
    fault: Fault | undefined,
  ): Promise<Response | undefined> {
    if (fault?.latencyMilliseconds !== undefined) {
      await this.#sleep(fault.latencyMilliseconds, request.signal);
    }
    if (fault?.network === true) return undefined;
    if (fault?.malformed === true) return halved(await this.#serve(request));
    if (fault?.status === undefined || key === undefined) return this.#serve(request);
    return toResponse(problemReply(this.#api.wire, this.#problemOf(key, fault, fault.status)));
  }

  #problemOf(key: string, fault: Fault, status: number): Problem {
    const errors = this.#api.routes[key]?.definition.errors ?? {};
    const own = Object.keys(errors).find((code) => errors[code] === status);
    return new Problem({
      code: fault.code ?? own ?? `HTTP_${status}`,
      status,
      message: "a fault that the mock was told to make",
      retryAfterSeconds: fault.retryAfterSeconds,
    });
  }
}

async function halved(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), response);
}
