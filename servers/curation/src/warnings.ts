/** Warnings about settings that are valid but wrong in production. */

import { readEnvironment } from "@bourse/http";

import { curationEnvironment, type CurationEnvironment } from "./environment.ts";

/** One sentence about the addresses that sign-in messages name; none outside production. */
export function productionWarnings(config: CurationEnvironment): readonly string[] {
  if (config.NODE_ENV !== "production") return [];
  const defaults = readEnvironment(curationEnvironment, {});
  const names = (["CURATION_DOMAIN", "CURATION_URI"] as const).filter(
    (name) => config[name] === defaults[name],
  );
  if (names.length === 0) return [];
  const subject = names.join(" and ");
  return [
    `${subject} ${names.length === 1 ? "has its default" : "have their defaults"}: sign-in messages name ${names.map((name) => config[name]).join(" and ")}, and wallets warn of a foreign site; set the public address`,
  ];
}
