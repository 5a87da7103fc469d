/** The control routes of a served mock, below `/__mock`. */

import type { IncomingMessage } from "node:http";

import { didYouMean, isBourseError } from "@bourse/kernel";

import type { Fault } from "../fault.ts";
import { ControlError } from "./control-error.ts";
import type { OpenedMock } from "./open-mock.ts";
import { readMembers, type Members } from "./read-members.ts";

const PREFIX = "/__mock";

/** A control route: its answer as JSON; undefined answers 204 without a body. */
type Control = (mock: OpenedMock, given: Members) => unknown;

interface ControlRoute {
  readonly method: "GET" | "POST";
  /** Names that the body, or the query of a GET, may have. */
  readonly members: readonly string[];
  readonly run: Control;
}

/** Members of a fault on the wire, and in the mock. */
const FAULT_MEMBERS: Readonly<Record<string, keyof Fault>> = {
  latency_milliseconds: "latencyMilliseconds",
  network: "network",
  malformed: "malformed",
  status: "status",
  code: "code",
  retry_after_seconds: "retryAfterSeconds",
  times: "times",
};

const ROUTES: Readonly<Record<string, ControlRoute>> = {
  "/faults": {
    method: "POST",
    members: ["api", "operation", ...Object.keys(FAULT_MEMBERS)],
    run: (mock, given) => {
      const fault = Object.entries(FAULT_MEMBERS).flatMap(([wire, name]) =>
        given[wire] === undefined ? [] : [[name, given[wire]] as const],
      );
      // The mock checks each member.
      apiOf(mock, given).fault(text(given, "operation"), Object.fromEntries(fault) as Fault);
    },
  },
  "/scenario": {
    method: "POST",
    members: ["name"],
    run: async (mock, given) => (await mock.scenario(text(given, "name"))) ?? {},
  },
  "/reset": { method: "POST", members: [], run: (mock) => mock.reset() },
  "/clock": {
    method: "POST",
    members: ["advance_milliseconds"],
    run: async (mock, given) => {
      const by = given["advance_milliseconds"];
      if (typeof by !== "number" || by < 0) {
        throw invalid('"advance_milliseconds" must be a number of at least 0.');
      }
      const advance = has(mock.advance, "clock that can be moved");
      return { now: new Date(await advance(by)).toISOString() };
    },
  },
  "/calls": {
    method: "GET",
    members: ["api", "operation"],
    run: (mock, given) => {
      const operation = given["operation"] === undefined ? undefined : text(given, "operation");
      const apis = given["api"] === undefined ? Object.values(mock.apis) : [apiOf(mock, given)];
      return apis.flatMap((api) => [...api.calls(operation)]).map(callOf);
    },
  },
  "/settled": {
    method: "POST",
    members: [],
    run: (mock) => has(mock.settled, "jobs to wait for")(),
  },
  "/admin-code": {
    method: "POST",
    members: ["email"],
    run: async (mock, given) => ({
      code: await has(
        mock.adminCode,
        "admins with codes",
      )(text(given, "email")).catch((error: unknown) => {
        throw invalid((error as Error).message);
      }),
    }),
  },
};

/** True for the target of a request that is for a control route. */
export function isControlPath(target = ""): boolean {
  const path = pathOf(target);
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

/** A function that answers the request when it is for a control route, else undefined. */
export function answerControl(
  mock: OpenedMock,
  service: string,
  incoming: IncomingMessage,
  isGuarded: boolean,
): ((request: Request) => Promise<Response>) | undefined {
  const { url = "" } = incoming;
  if (!isControlPath(url)) return undefined;
  const path = pathOf(url);
  return async (request) => {
    try {
      if (isGuarded) checkHost(incoming.headers.host);
      const answer = await run(mock, service, path.slice(PREFIX.length), request);
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
    } catch (error) {
      return refusal(error);
    }
  };
}

async function run(
  mock: OpenedMock,
  service: string,
  path: string,
  request: Request,
): Promise<unknown> {
  const isIndex = path === "" || path === "/";
  const route = isIndex ? indexOf(service) : ROUTES[path];
  if (route === undefined || (!isIndex && !Object.hasOwn(ROUTES, path))) {
    const known = Object.keys(ROUTES);
    throw new ControlError(
      404,
      "NOT_FOUND",
      `There is no ${PREFIX}${path}.${didYouMean(path, known)}`,
    );
  }
  if (request.method !== route.method) {
    throw new ControlError(405, "METHOD_NOT_ALLOWED", `${PREFIX}${path} takes ${route.method}.`);
  }
  return await route.run(mock, await readMembers(request, route.members));
}

function indexOf(service: string): ControlRoute {
  return {
    method: "GET",
    members: [],
    run: ({ apis, scenarios, facts }) => ({
      service,
      scenarios,
      operations: Object.fromEntries(
        Object.entries(apis).map(([name, { operations }]) => [name, operations]),
      ),
      ...facts,
    }),
  };
}

/** The API that `api` names; a mock of one API needs no name. */
function apiOf(mock: OpenedMock, given: Members): OpenedMock["apis"][string] {
  const names = Object.keys(mock.apis);
  const [only = ""] = names;
  const name = given["api"] === undefined && names.length === 1 ? only : text(given, "api");
  const api = Object.hasOwn(mock.apis, name) ? mock.apis[name] : undefined;
  if (api !== undefined) return api;
  throw invalid(`"api" must be one of ${names.join(", ")}, found "${name}".`);
}

function text(given: Members, name: string): string {
  const value = given[name];
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`"${name}" must be a text, found ${JSON.stringify(value) ?? "nothing"}.`);
}

function has<T>(part: T | undefined, what: string): T {
  if (part !== undefined) return part;
  throw new ControlError(404, "NOT_FOUND", `The mock of this service has no ${what}.`);
}

function invalid(message: string): ControlError {
  return new ControlError(400, "VALIDATION_ERROR", message);
}

/** Wire form of a recorded call. */
function callOf({ key, ...call }: ReturnType<OpenedMock["apis"][string]["calls"]>[number]): object {
  return { operation: key ?? null, ...call, status: call.status ?? null };
}

/** A page of a foreign name that points here must not control the mock. */
function checkHost(host = ""): void {
  const name = host.replace(/:\d+$/, "");
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(name)) return;
  throw new ControlError(
    421,
    "HOST_NOT_ALLOWED",
    `This mock listens on this machine alone and is not called "${name}"; call it by 127.0.0.1.`,
  );
}

function refusal(error: unknown): Response {
  const known =
    error instanceof ControlError || isBourseError(error)
      ? error
      : new ControlError(500, "INTERNAL", String(error));
  const status = known instanceof ControlError ? known.status : 400;
  const { code, message } = known;
  return Response.json({ error: { code, message } }, { status });
}
