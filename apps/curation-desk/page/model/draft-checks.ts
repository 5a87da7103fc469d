/**
 * Checks of a specification as it is typed: the bounds of the contract, without which it cannot be saved, and the
 * server's rules, without which it cannot be submitted. The server checks both again.
 */

import type { DraftData } from "@bourse/contract/curation";

import { characters, isLegible } from "./characters.ts";

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
  return [...bounds, ...rulesOf(data, now)];
}

/** The rules of the server that prevent a submission. */
function rulesOf(data: DraftData, now: number): readonly Fault[] {
  const faults: Fault[] = [];
  const tell = (field: string, message: string): unknown =>
    faults.push({ field, message, blocks: "submit" });
  const { visible } = characters(data.question_text ?? "");
  if (visible === 0) tell("question_text", "A question is required.");
  else if (visible < 10) tell("question_text", `At least 10 characters; ${10 - visible} to go.`);
  const outcomes = data.outcomes ?? [];
  if (outcomes.length < 2) tell("outcomes", "At least 2 outcomes are required.");
  const labels = outcomes.map(({ label }) => label.normalize("NFKC").toLowerCase().trim());
  labels.forEach((label, at) => {
    if (label !== "" && labels.indexOf(label) !== at) {
      tell(`outcomes.${at}.label`, "Another outcome has this label.");
    }
  });
  const { trading_fee_bps: fee = 200, fee_split_lp_bps: lp = 100 } = data;
  const { fee_split_creator_bps: creator = 50, fee_split_treasury_bps: treasury = 50 } = data;
  const sum = lp + creator + treasury;
  if (sum !== fee && !Number.isNaN(sum + fee)) {
    tell("trading_fee_bps", `The three shares add up to ${sum}, but the trading fee is ${fee}.`);
  }
  timeFaults(data, now, tell);
  return faults;
}

const TIMES = [
  ["open_at", "opening time"],
  ["lock_at", "closing time"],
  ["resolution_deadline", "resolution deadline"],
] as const;

function timeFaults(
  data: DraftData,
  now: number,
  tell: (field: string, message: string) => unknown,
): void {
  let before: { readonly time: number; readonly name: string } | undefined;
  for (const [field, name] of TIMES) {
    const given = data[field];
    if (given === undefined) continue;
    const time = Date.parse(given);
    if (before !== undefined && time <= before.time) {
      tell(field, `The ${name} must come after the ${before.name}.`);
    } else if (field !== "open_at" && time <= now) {
      tell(field, `The ${name} is in the past.`);
    }
    before = { time, name };
  }
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
