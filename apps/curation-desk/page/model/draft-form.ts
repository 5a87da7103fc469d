/** A market specification as the form has it: what is typed, which need not be valid yet. */

import type { DraftData, DraftDataPatch } from "@bourse/contract/curation";

import { fromLocalInput, localInput } from "./local-time.ts";

/** A row of the list of outcomes. `rest` are members that the form does not show. */
interface OutcomeRow {
  readonly label: string;
  readonly weight: string;
  readonly rest: object;
}

/** A row of the list of sources that decide the market. */
export interface SourceRow {
  readonly url: string;
  readonly type: "api" | "webpage" | "rss";
  readonly rest: object;
}

/** Fields with one text. */
const TEXTS = [
  "question_text",
  "summary",
  "trigger_condition",
  "fallback_logic",
  "invalidation_clause",
] as const;
/** Fields with a list of texts, one a line. */
const LINES = ["external_links", "primary_sources"] as const;
/** Fields with a whole number. */
export const NUMBERS = [
  "trading_fee_bps",
  "settlement_fee_bps",
  "fee_split_lp_bps",
  "fee_split_creator_bps",
  "fee_split_treasury_bps",
  "dispute_window_hours",
] as const;
/** Fields with an amount in the token's smallest unit. */
export const AMOUNTS = ["creator_stake", "proof_bounty", "dispute_bond_minimum"] as const;
/** Fields with a time, in their order in time. */
export const TIMES = ["open_at", "lock_at", "resolution_deadline"] as const;

type TextField =
  | (typeof TEXTS)[number]
  | (typeof LINES)[number]
  | (typeof NUMBERS)[number]
  | (typeof AMOUNTS)[number]
  | (typeof TIMES)[number]
  | "topic_tags";

/** The typed texts: a text a field, and the rows of the two lists. */
export type DraftForm = Readonly<Record<TextField, string>> & {
  readonly outcomes: readonly OutcomeRow[];
  readonly resolution_sources: readonly SourceRow[];
};

/** The name of a field that is one input. */
export type FormField = TextField;

/** The form of a saved specification. */
export function formOf(data: DraftData): DraftForm {
  const texts = [...TEXTS, ...NUMBERS, ...AMOUNTS].map((name) => [name, String(data[name] ?? "")]);
  const lines = LINES.map((name) => [name, (data[name] ?? []).join("\n")]);
  const times = TIMES.map((name) => [name, localInput(data[name])]);
  return {
    ...(Object.fromEntries([...texts, ...lines, ...times]) as Record<TextField, string>),
    topic_tags: (data.topic_tags ?? []).join(", "),
    outcomes: (data.outcomes ?? []).map(({ label, payout_weight, ...rest }) => ({
      label,
      weight: payout_weight === undefined ? "" : String(payout_weight),
      rest,
    })),
    resolution_sources: (data.resolution_sources ?? []).map(
      ({ source_url, source_type, ...rest }) => ({ url: source_url, type: source_type, rest }),
    ),
  };
}

/** An empty form, with the two rows that most questions need. */
export function emptyForm(): DraftForm {
  const row = (label: string): OutcomeRow => ({ label, weight: "", rest: {} });
  return { ...formOf({}), outcomes: [row("Yes"), row("No")] };
}

/** The specification that is typed; a field that is empty is absent. A number that is none stays a text. */
export function dataOf(form: DraftForm): DraftData {
  const texts = TEXTS.map((name) => [name, form[name].trim() === "" ? undefined : form[name]]);
  const lines = LINES.map((name) => [name, listOf(form[name], "\n")]);
  const numbers = NUMBERS.map((name) => [name, numberOf(form[name])]);
  const amounts = AMOUNTS.map((name) => [name, form[name].trim() || undefined]);
  const times = TIMES.map((name) => [name, fromLocalInput(form[name])]);
  const outcomes = form.outcomes.map(({ label, weight, rest }) => ({
    ...rest,
    label: label.trim(),
    ...(weight.trim() === "" ? {} : { payout_weight: numberOf(weight) }),
  }));
  const sources = form.resolution_sources.map(({ url, type, rest }) => ({
    ...rest,
    source_url: url.trim(),
    source_type: type,
  }));
  const all = [
    ...texts,
    ...lines,
    ...numbers,
    ...amounts,
    ...times,
    ["topic_tags", listOf(form.topic_tags, ",")],
    ["outcomes", outcomes.length === 0 ? undefined : outcomes],
    ["resolution_sources", sources.length === 0 ? undefined : sources],
  ];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as DraftData;
}

/** The fields in which `form` differs from `saved`; null removes one. Times are compared to the minute. */
export function patchOf(saved: DraftData, form: DraftForm): DraftDataPatch {
  const before = dataOf(formOf(saved)) as Readonly<Record<string, unknown>>;
  const after = dataOf(form) as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

function listOf(text: string, separator: string): readonly string[] | undefined {
  const items = text.split(separator).map((item) => item.trim());
  const given = items.filter((item) => item !== "");
  return given.length === 0 ? undefined : given;
}

function numberOf(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  // What is no number is told as a fault, and never sent.
  return /^\d*\.?\d+$/.test(typed) ? Number(typed) : Number.NaN;
}
