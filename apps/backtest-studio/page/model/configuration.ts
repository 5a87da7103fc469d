/** The request of a job as it was computed, every default filled in. */

import type { Job } from "@bourse/contract/backtest";

import { valueText } from "./form-values.ts";

interface Configuration {
  readonly request: Readonly<Record<string, unknown>>;
  readonly engine_version: string;
  readonly strategy_version: string;
  readonly strategy_files?: Readonly<Record<string, string>> | undefined;
}

interface Row {
  readonly name: string;
  readonly value: string;
  /** True for what the request said; the others are defaults. */
  readonly isGiven: boolean;
}

/** The configuration of a job's result; undefined before there is one. */
export function configurationOf({ result }: Job): Configuration | undefined {
  return (result as { readonly configuration?: Configuration } | null)?.configuration;
}

/** One row a value: members of objects stand under their object's name, parameters under their own. */
export function rowsOf(job: Job): Row[] {
  const asked = job.payload;
  return Object.entries(configurationOf(job)?.request ?? asked).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [{ name, value: shown(value), isGiven: Object.hasOwn(asked, name) }];
    }
    const given = (asked[name] ?? {}) as object;
    return Object.entries(value).map(([member, one]) => ({
      name: name === "parameters" ? member : `${name}: ${member}`,
      value: name === "parameters" ? (valueText(one) ?? "") : shown(one),
      isGiven: typeof given === "object" && Object.hasOwn(given, member),
    }));
  });
}

function shown(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value) && value.length === 0) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
