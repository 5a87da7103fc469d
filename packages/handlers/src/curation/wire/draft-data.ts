/**
 * Market specifications: the wire's spelling and the core's. Both directions keep the order of the fields and the text
 * of times and amounts, so a specification is answered exactly as its author sent it.
 */

import { Problem, type Issue } from "@bourse/contract";
import type { DraftData as WireDraftData } from "@bourse/contract/curation";
import type {
  DraftData,
  DraftDataPatch,
  FieldChange,
  OutcomeInput,
  ResolutionSource,
} from "@bourse/curation-core";
import { didYouMean } from "@bourse/kernel";

import { isoTime } from "../../time/iso-time.ts";
import { wireName } from "./names.ts";

/** Content of a field: a value that both sides spell alike, a time, or a list of records with these fields. */
type Kind = "plain" | "time" | Names;

/** Field names of a record in both spellings. */
interface Names {
  readonly toWire: ReadonlyMap<string, string>;
  readonly toCore: ReadonlyMap<string, string>;
}

const plain = "plain";
const time = "time";

const outcome = namesOf<OutcomeInput>({ label: plain, payoutWeight: plain, displayOrder: plain });

const source = namesOf<ResolutionSource>({
  sourceUrl: plain,
  sourceType: plain,
  priority: plain,
  expectedDataPattern: plain,
  minConfirmations: plain,
});

const KINDS: Readonly<Record<keyof DraftData, Kind>> = {
  questionText: plain,
  summary: plain,
  topicTags: plain,
  externalLinks: plain,
  outcomes: outcome,
  primarySources: plain,
  triggerCondition: plain,
  fallbackLogic: plain,
  invalidationClause: plain,
  resolutionSources: source,
  tradingFeeBps: plain,
  settlementFeeBps: plain,
  feeSplitLpBps: plain,
  feeSplitCreatorBps: plain,
  feeSplitTreasuryBps: plain,
  creatorStake: plain,
  proofBounty: plain,
  disputeBondMinimum: plain,
  openAt: time,
  lockAt: time,
  resolutionDeadline: time,
  disputeWindowHours: plain,
};

const data = namesOf<DraftData>(KINDS);

type Fields = Readonly<Record<string, unknown>>;

/** A specification in the wire's spelling. A time in milliseconds becomes ISO 8601; the author's own text stays. */
export function wireDraftData(draftData: DraftData): WireDraftData {
  const wire: Record<string, unknown> = {};
  for (const field of Object.keys(draftData) as (keyof DraftData)[]) {
    wire[data.toWire.get(field) ?? field] = wireValue(field, draftData[field]);
  }
  return wire;
}

/** The value of one field in the wire's spelling. */
function wireValue(field: keyof DraftData, value: unknown): unknown {
  const kind = KINDS[field];
  if (kind === "time") return typeof value === "number" ? isoTime(value) : value;
  if (kind === "plain" || !Array.isArray(value)) return value;
  return value.map((record: Fields) => renamed(record, kind.toWire));
}

/** A difference between two versions in the wire's spelling. */
export function wireFieldChange({ field, oldValue, newValue, changeType }: FieldChange): {
  field: string;
  old_value: unknown;
  new_value: unknown;
  change_type: FieldChange["changeType"];
} {
  return {
    field: wireName(field),
    old_value: wireValue(field, oldValue),
    new_value: wireValue(field, newValue),
    change_type: changeType,
  };
}

/** A source of a market in the wire's spelling. */
export function wireSource(one: ResolutionSource): Record<string, unknown> {
  return renamed(one as unknown as Fields, source.toWire);
}

/**
 * A specification, or a change of one, in the core's spelling; `body` has passed the contract.
 *
 * @throws Problem VALIDATION_ERROR with one issue for each unknown field, which names the nearest known one
 */
export function draftDataOf(body: Fields): DraftDataPatch {
  const issues: Issue[] = [];
  const unknown = (loc: Issue["loc"], msg: string): void => {
    issues.push({ loc: ["body", "draft_data", ...loc], msg, type: "extra_forbidden" });
  };
  const fields = Object.entries(body).map(([name, value]) => {
    const field = data.toCore.get(name);
    if (field === undefined) {
      const hint = didYouMean(name, data.toCore.keys());
      unknown([name], `is not a field of a market specification.${hint}`);
      return [name, value];
    }
    const kind = KINDS[field as keyof DraftData];
    if (typeof kind === "string" || !Array.isArray(value)) return [field, value];
    const records = value.map((record: Fields, at) => {
      for (const key of Object.keys(record)) {
        if (!kind.toCore.has(key)) unknown([name, at, key], "is not a known field");
      }
      return renamed(record, kind.toCore);
    });
    return [field, records];
  });
  const [first] = issues;
  if (first === undefined) return Object.fromEntries(fields) as DraftDataPatch;
  const message = `${first.loc.slice(1).join(".")}: ${first.msg}`;
  throw new Problem({ code: "VALIDATION_ERROR", status: 422, message, issues });
}

function namesOf<T>(kinds: Readonly<Record<keyof T & string, Kind>>): Names {
  const pairs = Object.keys(kinds).map((name) => [name, wireName(name)] as const);
  return { toWire: new Map(pairs), toCore: new Map(pairs.map(([core, wire]) => [wire, core])) };
}

function renamed(record: Fields, names: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
