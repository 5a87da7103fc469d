/** The command `doctor` of a server: what is in order, what is not, and what to do about it. */

import { access, constants, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";

import type { ServerFinding } from "@bourse/http";
import {
  isLoopback,
  trustNobody,
  urlOf,
  type ServiceAddress,
  type TrustProxy,
} from "@bourse/http/environment";

import type { CommandOutput } from "../command/command.ts";
import { askReadiness } from "./ask-health.ts";

/** Facts about a server that its doctor examines. */
export interface ExaminedServer {
  /** Name of the program. */
  readonly name: string;
  /** Host and port of its settings. */
  readonly address: ServiceAddress;
  /** Values of its settings by name. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Sentences about variables that are set and misspelt. */
  readonly misspelt: readonly string[];
  /** Sentence with which the server would refuse to start by these settings. Default: none. */
  readonly refusal?: string | undefined;
  /** Findings of the server itself about what it connects to. Default: nothing. */
  readonly findings?: readonly Finding[];
}

type Finding = ServerFinding;

const ok = (sentence: string): Finding => ({ kind: "ok", sentence });
const note = (sentence: string): Finding => ({ kind: "note", sentence });
const problem = (sentence: string): Finding => ({ kind: "problem", sentence });

const LEAST_FREE_BYTES = 256 * 2 ** 20;

/** Prints one line a finding. Resolves to the exit code: 0 without a problem, else 1. */
export async function examineServer(
  server: ExaminedServer,
  { stdout }: CommandOutput,
): Promise<0 | 1> {
  const findings = [
    ok("every setting has a valid value"),
    ...(server.refusal === undefined ? [] : [problem(`it would not start: ${server.refusal}`)]),
    ...server.misspelt.map((sentence) => problem(sentence)),
    ...(await folderFindings(String(server.config["DATA_DIR"]))),
    await portFinding(server),
    ...exposureFindings(server),
    ...metricsFindings(server.config),
    ...(server.findings ?? []),
  ];
  for (const { kind, sentence } of findings) stdout(`${kind.padEnd(8)} ${sentence}`);
  return findings.some(({ kind }) => kind === "problem") ? 1 : 0;
}

async function folderFindings(folder: string): Promise<readonly ServerFinding[]> {
  const path = resolve(folder);
  const place = await nearestPlace(path);
  try {
    if (!(await stat(place)).isDirectory()) {
      return [problem(`${place} is a file, and DATA_DIR (${path}) needs a folder there`)];
    }
    await access(place, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(place);
    const bytes = bavail * bsize;
    const free = `${Math.floor(bytes / 2 ** 20)} MiB are free there`;
    return [
      ok(
        place === path
          ? `data is in ${path}, which can be written`
          : `data will be in ${path}; the first start makes the folder`,
      ),
      bytes >= LEAST_FREE_BYTES ? ok(free) : problem(`only ${free}: make room`),
    ];
  } catch {
    return [
      problem(`${place} cannot be written by this user: set DATA_DIR, or the folder's owner`),
    ];
  }
}

/** The path itself, or the nearest one above it that exists. */
async function nearestPlace(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await nearestPlace(dirname(path));
}

async function portFinding({ name, address }: ExaminedServer): Promise<ServerFinding> {
  const url = urlOf(address);
  if (address.port === 0) return note("the port is 0: each start takes a free one");
  const answer = await askReadiness(url);
  if (answer?.isReady === true) {
    const [warning] = answer.warnings;
    const running = `a server runs at ${url} and is ready`;
    return warning === undefined ? ok(running) : note(`${running}, but warns: ${warning}`);
  }
  if (answer !== null) return problem(`a server runs at ${url} and is not ready: ${answer.reason}`);
  const fault = await listenFault(address);
  if (fault === undefined) return ok(`${url} is free: ${name} does not run now`);
  return problem(
    fault === "EADDRINUSE"
      ? `${url} is taken by another program: stop that one or choose another port`
      : `${name} cannot listen at ${url} (${fault}): choose another host or port`,
  );
}

async function listenFault({ host, port }: ServiceAddress): Promise<string | undefined> {
  return await new Promise((settle) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => settle(code ?? "unknown error"));
    server.listen({ host, port }, () => server.close(() => settle(undefined)));
  });
}

/** A server that other machines can reach needs names, a proxy with TLS, and the production rules. */
function exposureFindings({ address: { host }, config }: ExaminedServer): readonly ServerFinding[] {
  if (isLoopback(host)) return [ok("only this machine can connect to the API")];
  const findings = [
    note(`other machines can connect (HOST=${host}): put a proxy with TLS in front`),
  ];
  if ((config["TRUST_PROXY"] as TrustProxy | undefined) === trustNobody) {
    findings.push(
      note("TRUST_PROXY is not set: behind a proxy all callers count as one, set it to 1"),
    );
  }
  if ((config["ALLOWED_HOSTS"] as readonly string[] | undefined)?.length === 0) {
    findings.push(note("ALLOWED_HOSTS is not set: requests for any host name are answered"));
  }
  if (config["NODE_ENV"] !== "production") {
    findings.push(note("NODE_ENV is not production: rules for development are in force"));
  }
  return findings;
}

/** Metrics on a port of their own face the network by a setting of their own. */
function metricsFindings({
  METRICS_HOST,
  METRICS_PORT,
}: ExaminedServer["config"]): ServerFinding[] {
  const host = String(METRICS_HOST);
  if (METRICS_PORT === undefined || isLoopback(host)) return [];
  return [note(`other machines with METRICS_TOKEN can read the metrics (METRICS_HOST=${host})`)];
}
