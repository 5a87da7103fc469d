/** Programs that `bourse` runs, each of a package of its own. */

/** Program behind one word of the command line. */
export interface Program {
  /** First word of the command line. */
  readonly word: string;
  /** Package that the program is installed with. */
  readonly packageName: string;
  /** Name of the program in the package's `bin`. */
  readonly bin: string;
}

const server = (word: string): Program => ({
  word,
  packageName: `@bourse/server-${word}`,
  bin: `bourse-${word}`,
});

/** Servers, in the order of their ports. */
export const SERVICES: readonly Program[] = ["auth", "curation", "backtest", "node"].map(server);

/** Programs that are no server. */
export const TOOLS: readonly Program[] = [
  { word: "mock", packageName: "@bourse/mock", bin: "bourse-mock" },
  { word: "conformance", packageName: "@bourse/conformance", bin: "bourse-conformance" },
  { word: "store", packageName: "@bourse/store", bin: "bourse-store" },
];
