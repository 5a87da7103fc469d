/**
 * Checks of a specification as it is typed: the bounds of the contract, without which it cannot be saved, and the
 * server's rules, without which it cannot be submitted. The server checks both again.
 */

import type { DraftData } from "@bourse/contract/curation";

import { characters, isLegible } from "./characters.ts";
import { findingsIn } from "./rules.ts";

/** A fault of a field; `field` is its path on the wire, such as `outcomes.1.label`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
  /** The step that it prevents: a fault against the contract prevents both. */
  readonly blocks: "save" | "submit";
}

type Check = (value: unknown) => string | undefined;

/** The bounds of each field, as the contract has them. */
export const BOUNDS = {
  question_text: text(0, 500),
  summary: text(0, 500),
  topic_tags: list(20, text(1, 50)),
  external_links: list(20, url),
  outcomes: list(100, members({ label: text(1, 100), payout_weight: number(0, 1, "any") })),
  primary_sources: list(20, text(1, 2000)),
  trigger_condition: text(0, 5000),
  fallback_logic: text(0, 5000),
  invalidation_clause: text(0, 5000),
  resolution_sources: list(20, members({ source_url: url })),
  trading_fee_bps: number(0, 500),
  settlement_fee_bps: number(0, 500),
  fee_split_lp_bps: number(0, 500),
  fee_split_creator_bps: number(0, 500),
  fee_split_treasury_bps: number(0, 500),
  creator_stake: amount,
  proof_bounty: amount,
  dispute_bond_minimum: amount,
  dispute_window_hours: number(1, 8760),
} satisfies Partial<Record<keyof DraftData, (value: unknown, field: string) => readonly Fault[]>>;

/** All faults of a specification at the time `now`, in milliseconds since the epoch. */
export function faultsIn(data: DraftData, now: number): readonly Fault[] {
  const bounds = Object.entries(BOUNDS).flatMap(([field, check]) =>
    data[field] === undefined ? [] : check(data[field], field),
  );
  return [...bounds, ...rulesOf(data, now, bounds)];
}

/** The errors of the server's rules, but for a sum of fees of which one is no number. */
function rulesOf(data: DraftData, now: number, bounds: readonly Fault[]): readonly Fault[] {
  const isUnfit = bounds.some(({ field }) => field.endsWith("_bps"));
  const { errors } = findingsIn(data, now);
  return errors
    .filter(({ code }) => code !== "fee_split" || !isUnfit)
    .map(({ field, message }) => ({ field, message, blocks: "submit" }));
}

type FieldCheck = (value: unknown, field: string) => readonly Fault[];

function fault(check: Check): FieldCheck {
  return (value, field) => {
    const message = check(value);
    return message === undefined ? [] : [{ field, message, blocks: "save" }];
  };
}

function text(min: number, max: number): FieldCheck {
  return fault((value) => {
    const { all, visible } = characters(String(value));
    if (all > max) return `At most ${max} characters; ${all - max} too many.`;
    if (visible < min) return "This must not be empty.";
    if (!isLegible(String(value))) return "Take out the characters that cannot be seen.";
    return undefined;
  });
}

function number(min: number, max: number, step?: "any"): FieldCheck {
  return fault((value) => {
    const fits = typeof value === "number" && value >= min && value <= max;
    if (fits && (step === "any" || Number.isInteger(value))) return undefined;
    return `A ${step === "any" ? "number" : "whole number"} from ${min} to ${max}.`;
  });
}

function amount(value: unknown, field: string): readonly Fault[] {
  return fault((given) =>
    /^(?:0|[1-9]\d{0,77})$/.test(String(given))
      ? undefined
      : "A whole number in the smallest unit, at most 78 digits, without signs or spaces.",
  )(value, field);
}

function url(value: unknown, field: string): readonly Fault[] {
  return fault((given) => {
    const typed = String(given);
    if (typed.length > 2000) return "At most 2000 characters.";
    if (URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)) return undefined;
    return "An http or https address, such as https://example.com/data.";
  })(value, field);
}

function list(max: number, item: FieldCheck): FieldCheck {
  return (value, field) => {
    const items = value as readonly unknown[];
    if (items.length > max) {
      return [
        { field, message: `At most ${max}; ${items.length - max} too many.`, blocks: "save" },
      ];
    }
    return items.flatMap((one, at) => item(one, `${field}.${at}`));
  };
}

function members(checks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return (value, field) =>
    Object.entries(checks).flatMap(([name, check]) => {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      return member === undefined ? [] : check(member, `${field}.${name}`);
    });
}
