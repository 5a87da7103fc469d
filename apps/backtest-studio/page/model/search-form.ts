/** The part of the form beside series and options: how a search draws and judges, and how one run is examined. */

import { numberOf, valueText, type FormTexts, type Sink } from "./form-values.ts";
import { symbolFault } from "./symbol-fault.ts";

/** A field of the form that is one member of the request. */
interface SearchField {
  /** Name in the form. */
  readonly name: string;
  /** Path on the wire; the first part is the object that the field belongs to. */
  readonly wire: readonly [string, string?];
  /** Bounds of a number, a whole one unless it is a fraction; a field without them is a text. */
  readonly bounds?: { readonly min: number; readonly max?: number; readonly isWhole?: false };
}

const FIELDS: readonly SearchField[] = [
  { name: "metric", wire: ["metric"] },
  { name: "draws", wire: ["search", "count"], bounds: { min: 1, max: 10_000 } },
  { name: "method", wire: ["search", "method"] },
  { name: "seed", wire: ["search", "seed"], bounds: { min: 0 } },
  { name: "stop_after", wire: ["early_stopping", "startup"], bounds: { min: 1, max: 10_000 } },
];

/** Fields that a sweep alone has. */
const SWEEP_FIELDS: readonly SearchField[] = [
  { name: "blocks", wire: ["overfitting", "blocks"], bounds: { min: 2, max: 20 } },
  { name: "overfitting_score", wire: ["overfitting", "score"] },
  { name: "groups", wire: ["cross_validation", "groups"], bounds: { min: 2, max: 20 } },
  { name: "test_groups", wire: ["cross_validation", "test_groups"], bounds: { min: 1, max: 19 } },
  {
    name: "purge",
    wire: ["cross_validation", "purge_candles"],
    bounds: { min: 0, max: 1_000_000 },
  },
  {
    name: "embargo",
    wire: ["cross_validation", "embargo_candles"],
    bounds: { min: 0, max: 1_000_000 },
  },
  { name: "cross_score", wire: ["cross_validation", "score"] },
];

/** Fields that a walk-forward alone has. */
const WINDOW_FIELDS: readonly SearchField[] = [
  { name: "train", wire: ["train_candles"], bounds: { min: 1, max: 1_000_000 } },
  { name: "test", wire: ["test_candles"], bounds: { min: 1, max: 1_000_000 } },
  { name: "step", wire: ["step_candles"], bounds: { min: 1, max: 1_000_000 } },
  { name: "purge", wire: ["purge_candles"], bounds: { min: 0, max: 1_000_000 } },
  { name: "embargo", wire: ["embargo_candles"], bounds: { min: 0, max: 1_000_000 } },
];

/** Fields that one run alone has. */
const RUN_FIELDS: readonly SearchField[] = [
  { name: "benchmark", wire: ["benchmark"] },
  { name: "drawing", wire: ["monte_carlo", "method"] },
  { name: "drawn", wire: ["monte_carlo", "runs"], bounds: { min: 1, max: 100_000 } },
  { name: "block", wire: ["monte_carlo", "block_length"], bounds: { min: 1, max: 1_000_000 } },
  {
    name: "ruin",
    wire: ["monte_carlo", "ruin_level"],
    bounds: { min: 0, max: 0.999, isWhole: false },
  },
  { name: "drawing_seed", wire: ["monte_carlo", "seed"], bounds: { min: 0 } },
  { name: "audited", wire: ["look_ahead", "runs"], bounds: { min: 1, max: 10_000 } },
];

/** Parts of the request that are switched on as a whole, with their own defaults, by the kind of run. */
const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  backtest: ["tear_sheet", "monte_carlo", "look_ahead"],
  sweep: ["early_stopping", "overfitting", "cross_validation"],
  walk_forward: ["early_stopping"],
};

const fieldsOf = (kind: string): readonly SearchField[] => {
  if (kind === "backtest") return RUN_FIELDS;
  return [...FIELDS, ...(kind === "walk_forward" ? WINDOW_FIELDS : SWEEP_FIELDS)];
};

/** The fields of a search, or of the examination of one run, in its request. */
export function searchOf(texts: FormTexts, kind: string, sink: Sink): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const switches = SWITCHES[kind] ?? [];
  for (const name of switches) {
    if (texts[name] === "yes") body[name] = name === TEAR_SHEET ? true : {};
  }
  for (const { name, wire, bounds } of fieldsOf(kind)) {
    const text = texts[name]?.trim() ?? "";
    const [first, member] = wire;
    const whole = first === "benchmark" ? TEAR_SHEET : first;
    // Members of a part that is switched off wait until it is on.
    if (text === "" || (switches.includes(whole) && body[whole] === undefined)) continue;
    const value =
      bounds === undefined ? text : numberOf(text, { isWhole: true, ...bounds }, name, sink);
    body[first] =
      member === undefined ? value : { ...(body[first] as object | undefined), [member]: value };
  }
  const fractions = texts["stop_at"]?.trim() ?? "";
  if (body["early_stopping"] !== undefined && fractions !== "") {
    body["early_stopping"] = {
      ...(body["early_stopping"] as object),
      fractions: fractionsOf(fractions, sink),
    };
  }
  if (kind === "backtest") {
    checkExamination(body, sink);
    return body;
  }
  const rules = (texts["rules"] ?? "").split(/[\n;]/u).map((rule) => rule.trim());
  const constraints = rules.filter((rule) => rule !== "");
  if (constraints.length > 32) sink.faults["rules"] = "Enter at most 32 rules.";
  if (constraints.length > 0) body["constraints"] = constraints;
  checkSearch(body, sink);
  if (kind === "walk_forward") {
    if (body["train_candles"] === undefined) {
      sink.faults["train"] ??= "Enter the number of candles to choose on.";
    }
    if (body["test_candles"] === undefined) {
      sink.faults["test"] ??= "Enter the number of candles to trade on.";
    }
    if (texts["anchored"] === "yes") body["anchored"] = true;
  }
  return body;
}

function checkExamination(body: Readonly<Record<string, unknown>>, sink: Sink): void {
  const { monte_carlo: drawn } = body as { readonly monte_carlo?: Record<string, unknown> };
  if (drawn?.["block_length"] !== undefined && drawn["method"] !== "bootstrap_returns") {
    sink.faults["block"] ??= "Draw returns in blocks, or leave this empty.";
  }
  const { benchmark } = body as { readonly benchmark?: string };
  const fault = benchmark === undefined ? undefined : symbolFault(benchmark);
  if (fault !== undefined) sink.faults["benchmark"] = fault;
}

/** Checks that one field of a search asks of another. */
function checkSearch(body: Readonly<Record<string, unknown>>, sink: Sink): void {
  const search = body["search"] as { readonly count?: number; readonly seed?: number } | undefined;
  if (search !== undefined && search.count === undefined) {
    sink.faults["draws"] ??= "Enter the number of combinations to draw.";
  }
  const crossed = body["cross_validation"] as
    | { readonly groups?: number; readonly test_groups?: number }
    | undefined;
  const { groups = 6, test_groups: test = 2 } = crossed ?? {};
  if (crossed !== undefined && test >= groups) {
    sink.faults["test_groups"] ??= `Enter fewer than the ${groups} groups.`;
  }
  const { blocks = 2 } = (body["overfitting"] ?? {}) as { readonly blocks?: number };
  if (blocks % 2 !== 0) sink.faults["blocks"] ??= "Enter an even number, such as 16.";
}

function fractionsOf(text: string, sink: Sink): readonly number[] {
  const values = text.split(",").map(Number);
  const isRising = values.every((value, at) => value > (values[at - 1] ?? 0) && value < 1);
  if (!isRising || values.length > 8) {
    sink.faults["stop_at"] = "Enter up to 8 rising fractions below 1, such as 0.25, 0.5.";
  }
  return values;
}

/** The texts of the form that make the search or the examination of a request. */
export function searchTexts(payload: Readonly<Record<string, unknown>>, kind: string): FormTexts {
  const texts: Record<string, string | undefined> = {};
  for (const name of SWITCHES[kind] ?? []) {
    if ((payload[name] ?? false) !== false) texts[name] = "yes";
  }
  if (kind === "backtest" && payload["benchmark"] !== undefined) texts[TEAR_SHEET] = "yes";
  for (const { name, wire } of fieldsOf(kind)) {
    const [first, member] = wire;
    const whole = payload[first];
    const value =
      member === undefined
        ? whole
        : (whole as Readonly<Record<string, unknown>> | undefined)?.[member];
    if (value !== undefined) texts[name] = valueText(value);
  }
  const { fractions } = (payload["early_stopping"] ?? {}) as { readonly fractions?: number[] };
  if (fractions !== undefined) texts["stop_at"] = fractions.join(", ");
  const rules = payload["constraints"] as readonly string[] | undefined;
  if (rules !== undefined) texts["rules"] = rules.join("\n");
  if (payload["anchored"] === true) texts["anchored"] = "yes";
  return texts;
}

/** Name in the form of a field that the server refused; undefined for one that this part does not have. */
export function searchFieldOf(wireName: string): string | undefined {
  const path = wireName.split(".");
  if (path[0] === "constraints") return "rules";
  if (wireName.startsWith("early_stopping.fractions")) return "stop_at";
  const all = [...FIELDS, ...WINDOW_FIELDS, ...SWEEP_FIELDS, ...RUN_FIELDS];
  return all.find(({ wire }) => wire.join(".") === wireName)?.name;
}

/** Part that is true in the request, where the others are objects. */
const TEAR_SHEET = "tear_sheet";
