/** A row of the audit trail as a sentence: who did what to whom, and what was before. */

import type { AuditEntry } from "@bourse/client/auth";
import { duration, spaced } from "@bourse/ui/format";

import { isKnown, TEXTS } from "./texts.ts";

/** Names by ids, as far as the reader may know them. */
export interface Names {
  /** Name of a thing; undefined for one that is not known. */
  readonly of: (id: string) => string | undefined;
  /** Id of the reader's account; undefined for the operator and the auditor. */
  readonly reader: string | undefined;
}

/** A part of a sentence: words, or a name as its owner wrote it. */
export type Part = string | { readonly name: string; readonly id: string | null };

/** The sentence of a row. */
export function sentenceOf(entry: AuditEntry, names: Names): readonly Part[] {
  const { action, outcome, details } = entry;
  const who = actorOf(entry, names);
  if (!isKnown(action)) return [...who, ` did: ${spaced(action.replaceAll(".", " "))}`];
  const [done, tried] = TEXTS[action];
  if (outcome !== "ok") {
    const verdict = outcome === "refused" ? ": refused" : ": not done, by a fault of the service";
    return [...who, " tried to ", ...filled(tried, entry, names), verdict];
  }
  return [...who, " ", ...filled(done, entry, names), ...changesOf(details)];
}

/** The sentence as plain text, for a title. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : `“${part.name}”`)).join("");
}

/** Callers that are not an account's. */
const ACTORS: Readonly<Record<string, string>> = {
  local: "The command line of the server",
  operator: "The operator",
  auditor: "The auditor",
  system: "The service",
  anonymous: "Somebody without a login",
};

/** The caller of a row, at the beginning of a sentence. */
export function actorOf({ actor }: Pick<AuditEntry, "actor">, names: Names): readonly Part[] {
  const [kind, id] = actor.split(/:(.*)/su);
  if (id === undefined) return [ACTORS[actor] ?? actor];
  if (id === names.reader) return ["You"];
  const what = kind === "key" ? "The API key" : "The account";
  return [`${what} `, nameOf(id, names)];
}

function filled(text: string, entry: AuditEntry, names: Names): readonly Part[] {
  // Words for an account, such as "your account", stand without "the account"; a name stands after it.
  const isName = typeof thingOf("account", entry, names) !== "string";
  const words = isName ? text : text.replace("the account {account}", "{account}");
  return words.split(/(\{\w+\})/u).map((piece) => {
    const [, slot] = /^\{(\w+)\}$/u.exec(piece) ?? [];
    return slot === undefined ? piece : thingOf(slot, entry, names);
  });
}

/** The part for a pair of braces: a name that the row has, one that the reader knows, or the beginning of the id. */
function thingOf(slot: string, { account, subject, details }: AuditEntry, names: Names): Part {
  if (slot === "account") return accountOf(account ?? subject, names);
  if (slot === "member") return accountOf(text(details["member"]), names);
  const name = text(details["name"]) ?? (subject === null ? undefined : names.of(subject));
  if (name !== undefined) return { name, id: subject };
  return subject === null ? "that is not named" : nameOf(subject, names);
}

function accountOf(id: string | null | undefined, names: Names): Part {
  if (id === null || id === undefined) return "an account that is not known";
  return id === names.reader ? "your account" : nameOf(id, names);
}

function nameOf(id: string, names: Names): Part {
  const name = names.of(id);
  return name === undefined ? { name: beginningOf(id), id } : { name, id };
}

/** Enough of an id to tell it from others; the whole of it is in the record. */
function beginningOf(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…`;
}

/** The values before a change and after it, and further facts, behind a colon. */
function changesOf(details: AuditEntry["details"]): readonly Part[] {
  const changes = Object.keys(details)
    .filter((name) => name.endsWith(".to"))
    .map((name): readonly Part[] => {
      const field = name.slice(0, -".to".length);
      const from = text(details[`${field}.from`]);
      const to = valueOf(field, text(details[name]) ?? "");
      return from === undefined
        ? [`${spaced(field)} `, to]
        : [`${spaced(field)} from `, valueOf(field, from), " to ", to];
    });
  const facts = changes.length > 0 ? changes : factsOf(details);
  return facts.flatMap((fact, at) => [at === 0 ? ": " : "; ", ...fact]);
}

function factsOf(details: AuditEntry["details"]): readonly (readonly Part[])[] {
  const facts = Object.entries(details)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null && value !== "")
    .map(([name, value]) =>
      name === "graceSeconds"
        ? [
            value === 0
              ? "the old one ended at once"
              : `the old one goes on for ${duration(Number(value))}`,
          ]
        : [`${spaced(name)} ${String(value).replaceAll(" ", ", ")}`],
    );
  const left = facts.length - MOST_FACTS;
  return left > 0 ? [...facts.slice(0, MOST_FACTS), [`and ${left} more in the record`]] : facts;
}

/** Facts that a sentence tells; the others are in the record. */
const MOST_FACTS = 3;

/** Facts that the sentence has already. */
const LEFT_OUT: ReadonlySet<string> = new Set(["name", "member", "deployment"]);

/** Words in place of an empty text. */
const NOTHING: Readonly<Record<string, string>> = {
  addresses: "everywhere",
  origins: "everywhere",
  limits: "none",
};

function valueOf(field: string, value: string): Part {
  return value === "" ? (NOTHING[field] ?? "none") : { name: value, id: null };
}

function text(value: string | number | boolean | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
