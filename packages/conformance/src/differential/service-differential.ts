/** The same random requests to a server and to a mock: every answer must be the same, but for what each makes up. */

import {
  functionOption,
  optional,
  resolveOptions,
  seededRandom,
  type Random,
} from "@bourse/kernel";

import { targetOption } from "../http/target-option.ts";
import { wireTo, type Answer, type ConformanceTarget, type Wire } from "../http/wire.ts";
import { fuzzRequest, type FuzzRequest } from "../random-requests/fuzz-request.ts";
import type { FuzzDocument } from "../random-requests/json-schema.ts";
import { operationsOf, type Place } from "../random-requests/operations.ts";
import { remember, type Seen } from "../random-requests/remember.ts";
import { documentOption, requestsOption, seedOption } from "../random-requests/request-options.ts";
import { Sampler } from "../random-requests/sample.ts";
import { exceptOption } from "../suite-options.ts";
import { Twins, type Difference } from "./twins.ts";

/** Options of {@link serviceDifferential}. */
export interface DifferentialOptions {
  /** The server under test: fresh, and without rate limits that random requests reach. */
  readonly server: ConformanceTarget;
  /** The service to compare with, such as a mock: fresh, with the same settings. */
  readonly mock: ConformanceTarget;
  /** OpenAPI 3.1 or 3.2 document that the requests are built from. */
  readonly document: FuzzDocument;
  /** Number of requests sent to each. Default 1000. */
  readonly requests?: number;
  /** Seed of the random requests. Default 1. */
  readonly seed?: number | string;
  /** Operations to leave out, by operation id, each with the reason why. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /**
   * Function that logs the first or the second caller in (`caller` 0 or 1) and returns the headers of its requests; the
   * same on both sides. It is called at the start, and again when a random request has ended the login; `count` is the
   * number of logins before. Default: no headers.
   */
  readonly login?: (
    wire: Wire,
    caller: number,
    count: number,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Function that is called before each request, to move a mock's clock for example. Default: none. */
  readonly beforeEach?: () => void | Promise<void>;
}

/** A request of the story, as the server under test got it. */
export interface ToldRequest extends FuzzRequest {
  /** Operation id. */
  readonly operation: string;
  /** Status that the server answered. */
  readonly status: number;
}

/** A difference with what found it. */
export interface FoundDifference extends Difference {
  /** The request to which the answers differ. */
  readonly request: ToldRequest;
  /** The bodies of both answers, at most 2,000 characters each. */
  readonly bodies: {
    /** Body of the server under test. */
    readonly server: string;
    /** Body of the mock. */
    readonly mock: string;
  };
}

/** Outcome of {@link serviceDifferential}. */
export interface DifferentialReport {
  /** Number of requests sent to each. */
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The first difference with the request that found it; null when there is none. */
  readonly difference: FoundDifference | null;
  /**
   * The accepted changes before the difference, in their order, and the request that found it: sent again to a fresh
   * server with its own ids, they show it. Empty without one.
   */
  readonly story: readonly ToldRequest[];
}

/** Fields whose values later requests send again, beside ids and names. */
const NAMED =
  /(?:^|_)(?:id|uuid|hash|name|address|symbol|email|username|cursor|etag|token)$|Id$|Token$|^key$/;
/** One password for all accounts, so that a random login finds the right one. */
export const PASSWORD = "correct horse battery";

/** One of the two services. */
interface Side {
  readonly wire: Wire;
  readonly sampler: Sampler;
  readonly seen: Seen;
  /** Headers of the callers; both sides have the same ones at the same place. */
  readonly callers: Readonly<Record<string, string>>[];
}

/**
 * Sends both services the same random requests, good and bad in turn, from several callers, built from the document and
 * from values of earlier answers; each service gets its own ids and tokens where the other gets its own.
 *
 * Compared are the status, the headers of the protocol, and every member of the body. A value that a service makes up
 * (an id, a token, a time) may differ, but the same one must stand in its place every time. The run ends at the first
 * difference; the same seed sends the same requests to services that answer the same.
 *
 * @throws KernelError OPTION_INVALID, also when the document has no operation, or `except` names one that is not there
 */
export async function serviceDifferential(
  options: DifferentialOptions,
): Promise<DifferentialReport> {
  const owner = "serviceDifferential";
  const given = resolveOptions(owner, options, {
    server: targetOption,
    mock: targetOption,
    document: documentOption,
    requests: requestsOption(1000),
    seed: seedOption,
    except: exceptOption,
    login: optional(functionOption<NonNullable<DifferentialOptions["login"]>>()),
    beforeEach: optional(functionOption<NonNullable<DifferentialOptions["beforeEach"]>>()),
  });
  const { document, requests, seed, except, login, beforeEach } = given;
  const operations = operationsOf(owner, document, except);
  const random = seededRandom(`callers of ${seed}`);
  const sides = [given.server, given.mock].map((target) => sideOf(target, document, seed));
  const [server, mock] = sides as [Side, Side];
  const twins = new Twins();
  const statuses: Record<number, number> = {};
  const changes: ToldRequest[] = [];
  let logins = 0;
  const logIn = async (place: number): Promise<void> => {
    if (login === undefined) return;
    // Accounts that are made at the same instant are listed in the order of their ids, which both sides make up.
    await beforeEach?.();
    for (const side of sides) side.callers[place] = await login(side.wire, place, logins);
    logins += 1;
  };
  await logIn(0);
  await logIn(1);
  for (let sent = 0; sent < requests; sent += 1) {
    await beforeEach?.();
    const caller = callerOf(random);
    const [left, right] = await Promise.all(
      sides.map((side) => send(side, side.sampler.pick(operations), caller)),
    );
    if (left === undefined || right === undefined) break;
    const { status } = left.answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const told = { ...left.request, status };
    const difference = twins.compare(left.answer, right.answer);
    if (difference !== undefined) {
      const bodies = { server: cut(left.answer), mock: cut(right.answer) };
      return {
        requests: sent + 1,
        statuses,
        difference: { ...difference, request: told, bodies },
        story: [...changes, told],
      };
    }
    if (status < 400) {
      remember(server.seen, left.answer.json, "", NAMED);
      remember(mock.seen, right.answer.json, "", NAMED);
      if (told.method !== "GET") changes.push(told);
    } else if (status === 401 && typeof caller === "number") {
      await logIn(caller);
    }
  }
  return { requests, statuses, difference: null, story: [] };
}

const cut = ({ text }: Answer): string => text.slice(0, 2000);

function sideOf(target: ConformanceTarget, document: FuzzDocument, seed: number | string): Side {
  const seen: Seen = new Map(
    ["password", "currentPassword", "current_password"].map((name) => [name, [PASSWORD]]),
  );
  const sampler = new Sampler(document, seededRandom(seed), seen);
  return { wire: wireTo(target), sampler, seen, callers: [] };
}

/** Mostly the first caller, often the second, now and then nobody or a token that is none. */
function callerOf(random: Random): number | "nobody" | "stranger" {
  const chance = random.next();
  if (chance < 0.65) return 0;
  if (chance < 0.88) return 1;
  return chance < 0.95 ? "nobody" : "stranger";
}

const STRANGER = { authorization: "Bearer not.a.token" };

async function send(
  { wire, sampler, callers }: Side,
  { method, template, operation }: Place,
  caller: number | "nobody" | "stranger",
): Promise<{ readonly request: FuzzRequest & { operation: string }; readonly answer: Answer }> {
  const built = fuzzRequest(sampler, method, template, operation);
  const own = typeof caller === "number" ? callers[caller] : caller === "stranger" ? STRANGER : {};
  const headers = { ...built.headers, ...own };
  const request = { ...built, headers, operation: operation.operationId };
  const { path, body } = request;
  const init = { method: request.method, headers, ...(body === undefined ? {} : { body }) };
  return { request, answer: await wire.send(path, init) };
}
