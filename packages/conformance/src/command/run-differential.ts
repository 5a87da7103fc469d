/** `--differential`: the same random requests to the server and to the mock of its service. */

import { AssertionError } from "node:assert/strict";

import { backtestDifferential } from "../backtest/backtest-differential.ts";
import {
  PASSWORD,
  serviceDifferential,
  type DifferentialReport,
} from "../differential/service-differential.ts";
import type { ConformanceTarget } from "../http/wire.ts";
import type { FuzzDocument } from "../random-requests/json-schema.ts";
import {
  authOpposite,
  backtestOpposite,
  curationOpposite,
  loginOf,
  type AdminAccount,
} from "./opposites.ts";
import { UsageError } from "./usage-error.ts";

/** Parts of the command line that a comparison needs. */
export interface DifferentialRun {
  readonly service: "auth" | "backtest" | "curation" | "node";
  readonly target: ConformanceTarget;
  readonly requests: number;
  readonly seed: string;
  /** Operations to leave out, by operation id. */
  readonly except: Readonly<Record<string, string>>;
  readonly prefix: string;
  readonly document: () => Promise<FuzzDocument>;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
}

/** Number of changes before a difference that are printed; a report has all. */
const PRINTED = 10;

/** Compares; the outcome is printed, and returned for a report. */
export async function runDifferential(run: DifferentialRun): Promise<{ readonly passed: boolean }> {
  if (run.service === "node") {
    throw new UsageError(
      "--differential compares auth, backtest and curation; a node's answers follow from its chain.",
    );
  }
  return run.service === "backtest" ? await compareJobs(run) : await compareCallers(run);
}

async function compareCallers(
  run: DifferentialRun,
): Promise<DifferentialReport & { passed: boolean }> {
  const { service, target, requests, seed, except, prefix, print } = run;
  const { admin } = target as { readonly admin?: AdminAccount };
  const opposite = service === "auth" ? await authOpposite(prefix) : await curationOpposite(admin);
  try {
    const report = await serviceDifferential({
      server: target,
      mock: opposite.target,
      document: await run.document(),
      requests,
      seed,
      except: { ...(service === "curation" ? OF_CURATION : OF_AUTH), ...except },
      login: loginOf(prefix, PASSWORD, admin),
      beforeEach: opposite.catchUp,
    });
    tell(report, seed, print);
    return { ...report, passed: report.difference === null };
  } finally {
    await opposite.close();
  }
}

const OF_CURATION = { curatorEvents: "a stream has no end" };
const OF_AUTH = {
  exportAccount: "its audit rows tell of mails, which each side sends in its own time",
};

function tell(
  { requests, statuses, difference, story }: DifferentialReport,
  seed: string,
  print: (line: string) => void,
): void {
  if (difference !== null) {
    const { place, server, mock, request } = difference;
    print(`failed: ${request.operation}: ${place} differs`);
    print(`  server: ${JSON.stringify(server)}`);
    print(`  mock:   ${JSON.stringify(mock)}`);
    const last = story.slice(-PRINTED);
    print(
      `The last ${last.length} of ${story.length} requests that lead to it (--report writes all):`,
    );
    for (const { method, path, body = "", status } of last)
      print(`  ${method} ${path} ${body} → ${status}`);
    print(`Give a fresh server --differential ${requests} --seed ${seed} to see it again.`);
  }
  print(`${requests} requests of seed ${seed} to each: ${counted(statuses)}`);
  print(difference === null ? "no difference" : "1 difference; the run ends at the first");
}

async function compareJobs(run: DifferentialRun): Promise<{
  passed: boolean;
  statuses?: Readonly<Record<number, number>>;
  difference: string | null;
}> {
  const { target, requests, seed, print } = run;
  const number = Number(seed);
  if (!Number.isSafeInteger(number)) {
    throw new UsageError(
      `--seed of backtest must be a whole number, found ${JSON.stringify(seed)}.`,
    );
  }
  const opposite = await backtestOpposite();
  try {
    const statuses = await backtestDifferential({
      left: target,
      right: opposite.target,
      requests,
      seed: number,
    });
    print(`${requests} requests of seed ${seed} to each: ${counted(statuses)}`);
    print("no difference");
    return { passed: true, statuses, difference: null };
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    print(`failed: ${error.message}`);
    print(`  server: ${JSON.stringify(error.actual)}`);
    print(`  mock:   ${JSON.stringify(error.expected)}`);
    return { passed: false, difference: error.message };
  } finally {
    await opposite.close();
  }
}

function counted(statuses: Readonly<Record<number, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}
