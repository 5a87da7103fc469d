/** The options of the command line, and which of them each way of testing takes. */

import type { ServiceName } from "./cases-of.ts";
import { UsageError } from "./usage-error.ts";

/** Options as `parseArgs` takes them. */
export const OPTIONS = {
  url: { type: "string" },
  target: { type: "string" },
  header: { type: "string", multiple: true },
  prefix: { type: "string" },
  only: { type: "string" },
  report: { type: "string" },
  fuzz: { type: "string" },
  differential: { type: "string" },
  seed: { type: "string" },
  skip: { type: "string" },
  document: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

type OptionName = keyof typeof OPTIONS;

/** Options that every way of testing takes. */
const SHARED: readonly OptionName[] = ["url", "target", "header", "report", "help", "version"];

/** Options of one way of testing alone. */
const OWN: Readonly<Record<"suite" | "fuzz" | "differential", readonly OptionName[]>> = {
  suite: ["only", "prefix"],
  fuzz: ["fuzz", "seed", "skip", "document"],
  differential: ["differential", "seed", "skip", "document", "prefix"],
};

/** @throws UsageError for an option that the way of testing, which other options choose, has no use for */
export function refuseUnused(
  values: Readonly<Partial<Record<OptionName, unknown>>>,
  service: ServiceName,
): void {
  const way =
    values.differential !== undefined
      ? "differential"
      : values.fuzz !== undefined
        ? "fuzz"
        : "suite";
  const known = [...SHARED, ...OWN[way]];
  const unused = (Object.keys(values) as OptionName[]).find((name) => !known.includes(name));
  if (unused !== undefined) {
    const others = (["fuzz", "differential"] as const).filter((name) => OWN[name].includes(unused));
    const needs = others.map((name) => `--${name}`).join(" or ");
    throw new UsageError(
      way === "suite"
        ? `--${unused} needs ${needs}.`
        : `--${unused} and --${way} exclude each other.`,
    );
  }
  if (values.prefix !== undefined && service !== "auth" && service !== "curation") {
    throw new UsageError(`--prefix is for auth and curation; the paths of ${service} have none.`);
  }
}
