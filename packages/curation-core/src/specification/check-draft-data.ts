/** Checks the form of a specification: what may be saved. The rule engine checks whether it is complete. */

import { didYouMean, isFreeText } from "@bourse/kernel";

import { invalidParts } from "../invalid.ts";
import type { Issue } from "../issue.ts";
import { toMilliseconds } from "../text/date-time.ts";
import { type DraftData, type DraftDataPatch, SOURCE_TYPES } from "./draft-data.ts";

type Loc = Issue["loc"];
type Check = (value: unknown, loc: Loc) => readonly Issue[];

const MAX_LONG_TEXT = 5000;
const MAX_BPS = 500;

/** A copy without the fields that are null. @throws CurationError VALIDATION_ERROR */
export function checkDraftData(data: DraftDataPatch): DraftData {
  checkPatch(data);
  return merged({}, data);
}

/** Checks every field that is given. @throws CurationError VALIDATION_ERROR with one issue for each part */
export function checkPatch(data: DraftDataPatch): void {
  const loc = ["draftData"];
  if (!isRecord(data)) throw invalidParts([issue(loc, "must be an object", "object_type")]);
  const issues = Object.entries(data).flatMap(([field, value]) => {
    const check = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof DraftData] : undefined;
    if (check === undefined) return [unknownField(field)];
    return value === null || value === undefined ? [] : check(value, [...loc, field]);
  });
  if (issues.length > 0) throw invalidParts(issues);
}

/** `data` with the fields of `patch` replaced; null removes a field. */
export function merged(data: DraftData, patch: DraftDataPatch): DraftData {
  const fields = Object.entries({ ...data, ...patch });
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined));
}

function unknownField(field: string): Issue {
  const hint = didYouMean(field, Object.keys(FIELDS));
  return issue(
    ["draftData", field],
    `is not a field of a market specification.${hint}`,
    "extra_forbidden",
  );
}

const text =
  (max: number, min = 0): Check =>
  (value, loc) => {
    if (isFreeText(value, min, max)) return [];
    return [issue(loc, `must be legible text of ${min} to ${max} characters`, "string")];
  };

const integer =
  (min: number, max: number): Check =>
  (value, loc) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? []
      : [issue(loc, `must be a whole number from ${min} to ${max}`, "integer")];

const unitInterval: Check = (value, loc) =>
  typeof value === "number" && value >= 0 && value <= 1
    ? []
    : [issue(loc, "must be a number from 0 to 1", "number")];

const amount: Check = (value, loc) => {
  const isDigits = typeof value === "string" && /^(?:0|[1-9][0-9]{0,77})$/.test(value);
  const isSafe = Number.isSafeInteger(value) && (value as number) >= 0;
  if (isDigits || isSafe) return [];
  return [issue(loc, "must be a whole number ≥ 0: digits, or a safe integer", "amount")];
};

const time: Check = (value, loc) =>
  toMilliseconds(value) !== undefined
    ? []
    : [issue(loc, "must be a date-time with a zone, like 2027-01-31T12:00:00Z", "datetime")];

const url: Check = (value, loc) =>
  typeof value === "string" && value.length <= 2000 && isHttpUrl(value)
    ? []
    : [issue(loc, "must be an http or https URL of at most 2000 characters", "url")];

const listOf =
  (check: Check, max: number): Check =>
  (value, loc) => {
    if (!Array.isArray(value) || value.length > max) {
      return [issue(loc, `must be a list of at most ${max}`, "list")];
    }
    return value.flatMap((item: unknown, at) => check(item, [...loc, at]));
  };

const record =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>>): Check =>
  (value, loc) => {
    if (!isRecord(value)) return [issue(loc, "must be an object", "object_type")];
    const known = { ...required, ...optional };
    const missing = Object.keys(required).filter((field) => value[field] === undefined);
    return [
      ...missing.map((field) => issue([...loc, field], "is required", "missing")),
      ...Object.entries(value).flatMap(([field, part]) => {
        const check = Object.hasOwn(known, field) ? known[field] : undefined;
        if (check === undefined) {
          return [issue([...loc, field], "is not a known field", "extra_forbidden")];
        }
        return part === undefined ? [] : check(part, [...loc, field]);
      }),
    ];
  };

const sourceType: Check = (value, loc) =>
  (SOURCE_TYPES as readonly unknown[]).includes(value)
    ? []
    : [issue(loc, `must be one of ${SOURCE_TYPES.join(", ")}`, "enum")];

const outcome = record(
  { label: text(100, 1) },
  { payoutWeight: unitInterval, displayOrder: integer(0, 1000) },
);

const source = record(
  { sourceUrl: url, sourceType },
  {
    priority: integer(0, 1000),
    expectedDataPattern: text(1000),
    minConfirmations: integer(1, 100),
  },
);

const FIELDS: Readonly<Record<keyof DraftData, Check>> = {
  questionText: text(500),
  summary: text(500),
  topicTags: listOf(text(50, 1), 20),
  externalLinks: listOf(url, 20),
  outcomes: listOf(outcome, 100),
  primarySources: listOf(text(2000, 1), 20),
  triggerCondition: text(MAX_LONG_TEXT),
  fallbackLogic: text(MAX_LONG_TEXT),
  invalidationClause: text(MAX_LONG_TEXT),
  resolutionSources: listOf(source, 20),
  tradingFeeBps: integer(0, MAX_BPS),
  settlementFeeBps: integer(0, MAX_BPS),
  feeSplitLpBps: integer(0, MAX_BPS),
  feeSplitCreatorBps: integer(0, MAX_BPS),
  feeSplitTreasuryBps: integer(0, MAX_BPS),
  creatorStake: amount,
  proofBounty: amount,
  disputeBondMinimum: amount,
  openAt: time,
  lockAt: time,
  resolutionDeadline: time,
  disputeWindowHours: integer(1, 8760),
};

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function issue(loc: Loc, msg: string, type: string): Issue {
  return { loc, msg, type };
}
