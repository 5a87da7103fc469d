/** Random requests out of a service's own document: no answer may be other than the document says. */

import {
  anyText,
  listOf,
  recordOf,
  resolveOptions,
  seededRandom,
  shapedOption,
  type OptionRule,
} from "@bourse/kernel";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

import { targetOption } from "../http/target-option.ts";
import { wireTo, type Answer, type ConformanceTarget } from "../http/wire.ts";
import { fuzzRequest, type FuzzRequest } from "../random-requests/fuzz-request.ts";
import type { FuzzDocument } from "../random-requests/json-schema.ts";
import { operationsOf, type Place } from "../random-requests/operations.ts";
import { remember, type Seen } from "../random-requests/remember.ts";
import { documentOption, requestsOption, seedOption } from "../random-requests/request-options.ts";
import { Sampler } from "../random-requests/sample.ts";
import { exceptOption } from "../suite-options.ts";

/** Options of {@link fuzzService}. */
export interface FuzzOptions {
  /** The service under test, with the headers of a caller who may do much: most answers are a refusal otherwise. */
  readonly target: ConformanceTarget;
  /** OpenAPI 3.1 or 3.2 document of the service. */
  readonly document: FuzzDocument;
  /** Number of requests. Default 1000. */
  readonly requests?: number;
  /** Seed of the random requests. Default 1. */
  readonly seed?: number | string;
  /** Operations to leave out, by operation id, each with the reason why. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /**
   * Values that the service knows and no answer tells, by the name of their field or parameter, such as the address of
   * a recipient. Default: none.
   */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** An answer that the document does not allow. */
export interface FuzzFault {
  /** Operation id. */
  readonly operation: string;
  /** Sentence about what is wrong with the answer. */
  readonly reason: string;
  /** Method, path, headers and body of the request, to send it again. */
  readonly request: FuzzRequest;
  /** Status and the first 300 characters of the answer's body. */
  readonly answer: string;
}

/** Outcome of {@link fuzzService}. */
export interface FuzzReport {
  /** Number of requests that were sent. */
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Number of answers below 400, by operation id; an operation without one was only ever refused. */
  readonly accepted: Readonly<Record<string, number>>;
  /** Answers that the document does not allow; at most 100. */
  readonly faults: readonly FuzzFault[];
}

const valuesOption: OptionRule<Required<FuzzOptions>["values"]> = {
  ...shapedOption<Required<FuzzOptions>["values"]>(
    "an object with a list of values for each name",
    recordOf(listOf(anyText)),
  ),
  absent: () => ({}),
};

const MOST_FAULTS = 100;
/** Statuses below 500 that any route may answer by, and those of a part that is away or not there. */
const OUT_OF_ORDER = new Set([501, 503]);

/**
 * Sends random requests, good and bad in turn, built from the document's schemas and from values of earlier answers,
 * and compares each answer with the document: the status is documented, the body fits its schema, nothing is a 5xx but
 * a documented 501 or 503. The same seed sends the same requests to a service that answers the same.
 *
 * The service is left with what the requests made: give it an instance that may be thrown away.
 *
 * @throws KernelError OPTION_INVALID, also when the document has no operation, or `except` names one that is not there
 */
export async function fuzzService(options: FuzzOptions): Promise<FuzzReport> {
  const owner = "fuzzService";
  const { target, document, requests, seed, except, values } = resolveOptions<
    Required<FuzzOptions>
  >(owner, options, {
    target: targetOption,
    document: documentOption,
    requests: requestsOption(1000),
    seed: seedOption,
    except: exceptOption,
    values: valuesOption,
  });
  const operations = operationsOf(owner, document, except);
  const seen: Seen = new Map(Object.entries(values).map(([name, known]) => [name, [...known]]));
  const sampler = new Sampler(document, seededRandom(seed), seen);
  const check = checkerOf(document);
  const wire = wireTo(target);
  const statuses: Record<number, number> = {};
  const accepted: Record<string, number> = Object.fromEntries(
    operations.map(({ operation }) => [operation.operationId, 0]),
  );
  const faults: FuzzFault[] = [];
  for (let sent = 0; sent < requests && faults.length < MOST_FAULTS; sent++) {
    const { method, template, operation } = sampler.pick(operations);
    const id = operation.operationId;
    const request = fuzzRequest(sampler, method, template, operation);
    const { path, headers, body } = request;
    const init = { method: request.method, headers, ...(body === undefined ? {} : { body }) };
    let answer: Answer;
    try {
      answer = await wire.send(path, init);
    } catch (error) {
      faults.push({ operation: id, reason: `no answer: ${String(error)}`, request, answer: "" });
      continue;
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status < 400) {
      accepted[id] = (accepted[id] ?? 0) + 1;
      remember(seen, answer.json);
    }
    const reason = check({ method, template, operation }, request, answer);
    if (reason !== undefined) {
      const text = `${answer.status} ${answer.text.slice(0, 300)}`;
      faults.push({ operation: id, reason, request, answer: text });
    }
  }
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { requests: total, statuses, accepted, faults };
}

type Check = (place: Place, request: FuzzRequest, answer: Answer) => string | undefined;

function checkerOf(document: FuzzDocument): Check {
  // Formats are told in words as well; what they mean exactly is the business of the suites.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ ...document, $id: "service" });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `service#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return ({ method, template, operation }, request, answer) => {
    const { status } = answer;
    const documented = operation.responses[status];
    if (status >= 500 && !(OUT_OF_ORDER.has(status) && documented !== undefined)) {
      return `a ${status} is a fault of the service`;
    }
    if (!request.isOnPath) return undefined;
    if (documented === undefined) {
      return `status ${status} is not among the documented ${Object.keys(operation.responses).join(", ")}`;
    }
    const type = bare(answer.headers.get("content-type") ?? "");
    const content = documented.content ?? {};
    if (Object.keys(content).length === 0) {
      return answer.text === "" ? undefined : `a ${status} is documented without a body`;
    }
    const key = Object.keys(content).find((one) => bare(one) === type);
    const media = key === undefined ? undefined : content[key];
    if (key === undefined || media === undefined) {
      return `content type ${type || "none"} is not among the documented ${Object.keys(content).join(", ")}`;
    }
    if (!/(?:\/|\+)json$/.test(type) || media.schema === undefined) return undefined;
    if (answer.json === undefined) return "the body is no JSON";
    const steps = [
      "paths",
      template,
      method,
      "responses",
      String(status),
      "content",
      key,
      "schema",
    ];
    const validate = validatorOf(steps.map((step) => `/${escaped(step)}`).join(""));
    if (validate(answer.json)) return undefined;
    const [error] = validate.errors ?? [];
    return `the body does not fit its schema: ${error?.instancePath ?? ""} ${error?.message ?? ""}`;
  };
}

/** The media type without its parameters. */
const bare = (type: string): string => type.replace(/\s*;.*/, "");

const escaped = (step: string): string =>
  encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
