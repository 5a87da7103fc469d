/** Packages behind the first word of the command line. */

import type { Service } from "./service/service.ts";

/** A package that `bourse` runs something of. */
export interface NamedPackage {
  /** First word of the command line. */
  readonly word: string;
  /** Package to install. */
  readonly packageName: string;
  /** Purpose of the package, for the help. */
  readonly about: string;
}

/** A service: its commands are in this package, and the server that they need in its own. */
export interface ServicePackage extends NamedPackage {
  /** Loads its commands and its server, which happens only when they are called. */
  readonly load: () => Promise<Service>;
}

/** A program of its own, which `bourse` hands all further words. */
export interface ToolPackage extends NamedPackage {
  /** Name of the program in the package's `bin`. */
  readonly bin: string;
}

/** The services, in the order of their ports. */
export const SERVICES: readonly ServicePackage[] = [
  {
    word: "auth",
    packageName: "@bourse/server-auth",
    about: "accounts, access tokens, API keys: http://127.0.0.1:3000",
    load: async () => (await import("./auth/auth-service.ts")).authService,
  },
  {
    word: "curation",
    packageName: "@bourse/server-curation",
    about: "market drafts, review, public markets: http://127.0.0.1:3001",
    load: async () => (await import("./curation/curation-service.ts")).curationService,
  },
  {
    word: "backtest",
    packageName: "@bourse/server-backtest",
    about: "backtests, candles, paper orders: http://127.0.0.1:3002",
    load: async () => (await import("./backtest/backtest-service.ts")).backtestService,
  },
  {
    word: "node",
    packageName: "@bourse/server-node",
    about: "encrypted data, paid for on a chain: http://127.0.0.1:8082",
    load: async () => (await import("./node/node-service.ts")).nodeService,
  },
];

/** Programs that are no server. */
export const TOOLS: readonly ToolPackage[] = [
  {
    word: "mock",
    packageName: "@bourse/mock",
    about: "run a server that forgets everything, with faults on demand",
    bin: "bourse-mock",
  },
  {
    word: "conformance",
    packageName: "@bourse/conformance",
    about: "test a server at a URL against its API",
    bin: "bourse-conformance",
  },
];
