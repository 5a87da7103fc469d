/** Runs the suite of a service, or random requests, against a URL, and reports it. */

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

import { didYouMean } from "@bourse/kernel";

import { fuzzService } from "../fuzz/fuzz-service.ts";
import type { ConformanceTarget } from "../http/wire.ts";
import type { FuzzDocument } from "../random-requests/json-schema.ts";
import { casesOf, SERVICES, type ServiceCase, type ServiceName } from "./cases-of.ts";
import { OPTIONS, refuseUnused } from "./options.ts";
import { runDifferential } from "./run-differential.ts";
import { UsageError } from "./usage-error.ts";
import { USAGE } from "./usage.ts";

/** Output of the command, line by line. */
export interface ConformanceOutput {
  /** Writes a line to standard output. */
  readonly stdout: (line: string) => void;
  /** Writes a line to standard error. */
  readonly stderr: (line: string) => void;
}

/** Outcome of one case in the report. */
interface CaseResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "left out";
  /** Reason why the case failed or was left out; absent when it passed. */
  readonly reason?: string;
}

/** Runs the command that `args` name. Resolves to the exit code: 0 all passed, 1 some failed, 2 called wrongly. */
export async function runConformance(
  args: readonly string[],
  output: ConformanceOutput,
): Promise<0 | 1 | 2> {
  try {
    const { values, positionals } = parsed(args);
    if (values.help === true) {
      output.stdout(USAGE);
      return 0;
    }
    if (values.version === true) {
      const manifest = createRequire(import.meta.url)("@bourse/conformance/package.json") as {
        version: string;
      };
      output.stdout(`bourse-conformance ${manifest.version}`);
      return 0;
    }
    const service = serviceOf(positionals);
    refuseUnused(values, service);
    const target = await targetOf(values, service);
    const passed =
      values.differential !== undefined
        ? await runComparison(service, target, values, output)
        : values.fuzz === undefined
          ? await runSuite(service, target, values, output)
          : await runFuzz(target, values, output);
    return passed ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.stderr(error.message);
    output.stderr('"bourse-conformance --help" explains the options.');
    return 2;
  }
}

type Values = ReturnType<typeof parsed>["values"];

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const unknown = /'--?([\w-]+)/.exec(String(error))?.[1] ?? "";
    const isUnknown = String(error).includes("Unknown option");
    throw new UsageError(
      isUnknown
        ? `There is no option --${unknown}.${didYouMean(unknown, Object.keys(OPTIONS))}`
        : `${(error as Error).message}.`,
    );
  }
}

function serviceOf([service, ...rest]: readonly string[]): ServiceName {
  if (service === undefined || rest.length > 0) {
    throw new UsageError(`Give one service: ${SERVICES.join(", ")}.`);
  }
  const found = SERVICES.find((name) => name === service);
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no service ${JSON.stringify(service.slice(0, 64))}.${didYouMean(service, SERVICES)} Services: ${SERVICES.join(", ")}.`,
  );
}

/** Builds the target from the command line and its file; the suite itself checks nothing of it. */
async function targetOf(
  { url, target: file, header = [], fuzz, differential }: Values,
  service: ServiceName,
): Promise<ConformanceTarget> {
  const isRandom = fuzz !== undefined || differential !== undefined;
  const more = file === undefined ? {} : await readTarget(file);
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url must be an http or https URL, found ${JSON.stringify(url)}.`);
  }
  if (url === undefined && (service !== "node" || isRandom)) {
    throw new UsageError("Give the base URL of the server: --url http://127.0.0.1:3000");
  }
  const headers: Record<string, string> = {};
  for (const line of header) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--header must be "Name: value".');
    }
    headers[name] = value;
  }
  const target = { ...more, ...(url === undefined ? {} : { baseUrl: url }), headers };
  const missing =
    service === "curation"
      ? ["admin"]
      : service === "node"
        ? ["internal", "external", "dashboard", "apiKey", "address", "recipient", "token"]
        : [];
  // Random requests go to one URL, and come from the caller that the headers name.
  const absent = !isRandom ? missing.filter((name) => !(name in target)) : [];
  if (absent.length > 0) {
    throw new UsageError(`--target must name a JSON file with ${absent.join(", ")}.`);
  }
  return target as ConformanceTarget;
}

async function readTarget(file: string): Promise<object> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`--target ${file} cannot be read: ${error.message}`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below: what JSON.parse says may show a secret of the file.
  }
  throw new UsageError(`--target ${file} must be a JSON object.`);
}

async function runSuite(
  service: ServiceName,
  target: ConformanceTarget,
  { prefix, only = "", report }: Values,
  { stdout }: ConformanceOutput,
): Promise<boolean> {
  const { cases, skipped } = casesOf(service, target, prefix);
  const chosen = cases.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new UsageError(`No case contains ${JSON.stringify(only)}.`);
  const results: CaseResult[] = [];
  for (const one of chosen) {
    const result = await outcomeOf(one);
    results.push(result);
    if (result.outcome === "failed") stdout(`failed: ${result.name}\n${indented(result.reason)}`);
  }
  if (only === "")
    results.push(...skipped.map((one) => ({ ...one, outcome: "left out" as const })));
  const count = (outcome: CaseResult["outcome"]): number =>
    results.filter((result) => result.outcome === outcome).length;
  if (report !== undefined) await writeReport(report, { service, results });
  stdout(`${count("passed")} passed, ${count("failed")} failed, ${count("left out")} left out`);
  return count("failed") === 0;
}

async function outcomeOf({ name, run }: ServiceCase): Promise<CaseResult> {
  try {
    await run();
    return { name, outcome: "passed" };
  } catch (error) {
    return {
      name,
      outcome: "failed",
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

async function runFuzz(
  target: ConformanceTarget,
  { fuzz = "", seed = "1", skip = "", document: place, report }: Values,
  { stdout }: ConformanceOutput,
): Promise<boolean> {
  const requests = countOf("fuzz", fuzz);
  const document = await readDocument(place, target);
  const except = skipped(skip);
  const outcome = await fuzzService({ target, document, requests, seed, except }).catch(
    (error: Error) => {
      throw new UsageError(error.message);
    },
  );
  if (report !== undefined) await writeReport(report, outcome);
  for (const { operation, reason, request, answer } of outcome.faults) {
    stdout(`failed: ${operation}: ${reason}`);
    stdout(indented(`${request.method} ${request.path}\n${request.body ?? ""}\n${answer}`));
  }
  const never = Object.entries(outcome.accepted).filter(([, count]) => count === 0);
  if (never.length > 0) stdout(`only refused: ${never.map(([id]) => id).join(", ")}`);
  const statuses = Object.entries(outcome.statuses).map(
    ([status, count]) => `${count} × ${status}`,
  );
  stdout(`${outcome.requests} requests of seed ${seed}: ${statuses.join(", ")}`);
  stdout(`${outcome.faults.length} answers that the document does not allow`);
  return outcome.faults.length === 0;
}

async function runComparison(
  service: ServiceName,
  target: ConformanceTarget,
  { differential = "", seed = "1", skip = "", prefix = "/api/v1", document, report }: Values,
  { stdout }: ConformanceOutput,
): Promise<boolean> {
  const outcome = await runDifferential({
    service,
    target,
    requests: countOf("differential", differential),
    seed,
    except: skipped(skip),
    prefix,
    document: () => readDocument(document, target),
    print: stdout,
  });
  if (report !== undefined) await writeReport(report, outcome);
  return outcome.passed;
}

function countOf(option: string, text: string): number {
  const requests = Number(text);
  if (Number.isSafeInteger(requests) && requests >= 1) return requests;
  throw new UsageError(
    `--${option} must be a whole number of requests, found ${JSON.stringify(text)}.`,
  );
}

function skipped(ids: string): Readonly<Record<string, string>> {
  const given = ids.split(",").filter((id) => id !== "");
  return Object.fromEntries(given.map((id) => [id, "--skip"]));
}

async function readDocument(
  place: string | undefined,
  { baseUrl, headers }: ConformanceTarget,
): Promise<FuzzDocument> {
  const url = place ?? `${baseUrl.replace(/\/+$/, "")}/openapi.json`;
  const response = await fetch(url, headers === undefined ? {} : { headers }).catch(() => {
    throw new UsageError(`${url} does not answer: is the server running?`);
  });
  const document = (await response.json().catch(() => undefined)) as FuzzDocument | undefined;
  if (response.ok && typeof document?.paths === "object") return document;
  throw new UsageError(`${url} is no OpenAPI document (status ${response.status}).`);
}

async function writeReport(file: string, report: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: Error) => {
    throw new UsageError(`--report ${file} cannot be written: ${error.message}`);
  });
}

function indented(text = ""): string {
  return text.replaceAll(/^/gm, "  ");
}
