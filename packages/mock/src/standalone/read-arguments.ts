/** Arguments of `bourse-mock`. */

import { parseArgs } from "node:util";

import { didYouMean, isLoopback } from "@bourse/kernel";

/** Services that have a mock, with the port of their server. */
const SERVICES = { auth: 3000, curation: 3001, backtest: 3002, node: 8080 } as const;

/** Name of a service that has a mock. */
export type ServiceName = keyof typeof SERVICES;

/** Checked arguments of `bourse-mock`. */
export interface MockArguments {
  readonly service: ServiceName;
  readonly port: number;
  readonly host: string;
  readonly scenario: string | undefined;
  readonly seed: number | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number | undefined;
  readonly apiKeys: readonly string[];
  readonly operatorKey: string | undefined;
}

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  public: { type: "boolean", default: false },
  scenario: { type: "string" },
  seed: { type: "string" },
  now: { type: "string" },
  "api-key": { type: "string", multiple: true, default: [] as string[] },
  "operator-key": { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "V", default: false },
} as const;

/** Reads the arguments; any other text than `help` and `version` says what is wrong with them. */
export function readArguments(args: readonly string[]): MockArguments | string {
  const parsed = parse(args);
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  const [service, ...more] = positionals;
  if (values.help || service === "help") return "help";
  if (values.version || service === "version") return "version";
  const names = Object.keys(SERVICES);
  if (service === undefined) return `name a service: ${names.join(", ")}.`;
  if (!isService(service)) {
    return `there is no service "${service}".${didYouMean(service, names) || ` Known: ${names.join(", ")}.`}`;
  }
  if (more.length > 0) return `one service at a time; "${more.join(" ")}" is too much.`;
  const port = wholeNumber(values.port ?? String(SERVICES[service]));
  if (port === undefined || port > highestPort(service)) {
    return `--port must be a whole number from 0 to ${highestPort(service)}, found "${values.port}".`;
  }
  const seed = values.seed === undefined ? undefined : wholeNumber(values.seed);
  if (values.seed !== undefined && seed === undefined) {
    return `--seed must be a whole number, found "${values.seed}".`;
  }
  const now = values.now === undefined ? undefined : Date.parse(values.now);
  if (Number.isNaN(now)) return `--now must be a time in ISO 8601, found "${values.now}".`;
  const { "api-key": apiKeys, "operator-key": operatorKey } = values;
  const fault = misplaced(service, { now, keys: apiKeys, operatorKey });
  if (fault !== undefined) return fault;
  if (!values.public && !isLoopback(values.host)) {
    return `other machines can reach ${values.host}, and a mock protects nothing; add --public to serve it there all the same.`;
  }
  const { host, scenario } = values;
  return { service, port, host, scenario, seed, now, apiKeys, operatorKey };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    const [, word = ""] = /^Unknown option '([^']*)'/.exec(message) ?? [];
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || word === "") return message;
    const known = Object.keys(OPTIONS).map((name) => `--${name}`);
    return `There is no option ${word}.${didYouMean(word, known)}`;
  }
}

function isService(name: string): name is ServiceName {
  return Object.hasOwn(SERVICES, name);
}

/** The node takes two ports more. */
function highestPort(service: ServiceName): number {
  return service === "node" ? 65_533 : 65_535;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Sentence about an option that this service has no use for. */
function misplaced(
  service: ServiceName,
  {
    now,
    keys,
    operatorKey,
  }: {
    readonly now: number | undefined;
    readonly keys: readonly string[];
    readonly operatorKey: string | undefined;
  },
): string | undefined {
  if (operatorKey !== undefined && service !== "auth") return "--operator-key is for auth.";
  if (operatorKey !== undefined && (operatorKey.length < 16 || operatorKey.length > 512))
    return "--operator-key must have 16 to 512 characters.";
  if (keys.length > 0 && service !== "backtest" && service !== "node") {
    return `--api-key is for backtest and node; keys of ${service} are made over its API.`;
  }
  if (keys.length > 1 && service === "node")
    return "the node's mock has one key; give --api-key once.";
  if (now !== undefined && service === "node") return "--now is not for node, whose time is real.";
  return undefined;
}
