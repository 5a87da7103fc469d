/** A market specification to read: what is given, in the words of the form. */

import type { DraftData } from "@bourse/contract/curation";
import { spaced } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import { timeAndDistance } from "../model/time.ts";
import { fieldName, measured } from "../model/units.ts";

/** Fields in the order in which a reader asks for them; those of a draft that are not named follow. */
const ORDER = [
  "summary",
  "topic_tags",
  "outcomes",
  "resolution_deadline",
  "resolution_sources",
  "trigger_condition",
  "fallback_logic",
  "invalidation_clause",
  "open_at",
  "lock_at",
];
const TIMES = new Set(["resolution_deadline", "open_at", "lock_at"]);

export function Specification({ data }: { readonly data: Partial<DraftData> }) {
  const names = [
    ...ORDER,
    ...Object.keys(data).filter((name) => name !== "question_text" && !ORDER.includes(name)),
  ];
  const given = names.filter((name) => !isEmpty(data[name]));
  if (given.length === 0) return <p class="hint">Nothing but the question is given.</p>;
  return (
    <dl class="pairs">
      {given.map((name) => (
        <>
          <dt key={`${name} name`}>{fieldName(name)}</dt>
          <dd key={name} dir="auto">
            {valueOf(name, data[name])}
          </dd>
        </>
      ))}
    </dl>
  );
}

/** A value of a specification as people read it. */
export function valueOf(name: string, value: unknown): ComponentChildren {
  if (isEmpty(value)) return <span class="hint">nothing</span>;
  if (TIMES.has(name)) return timeAndDistance(String(value));
  const withUnit = measured(name, value);
  if (withUnit !== undefined) return withUnit;
  if (!Array.isArray(value)) return plainText(value);
  return (
    <ul class="plain">
      {value.map((item: unknown, at) => (
        <li key={at} dir="auto">
          {typeof item === "object" ? <Row row={item} /> : <Linked text={plainText(item)} />}
        </li>
      ))}
    </ul>
  );
}

/** An outcome or a source in one line. */
function Row({ row }: { readonly row: unknown }) {
  const { label, payout_weight, source_url, source_type, ...rest } = row as Readonly<
    Record<string, unknown>
  >;
  const main = label ?? source_url ?? "";
  const more = [
    source_type,
    payout_weight === undefined || payout_weight === 1
      ? undefined
      : `weight ${plainText(payout_weight)}`,
    ...Object.entries(rest)
      .filter(([name]) => !["id", "display_order", "current_probability"].includes(name))
      .map(([name, value]) => `${spaced(name)} ${plainText(value)}`),
  ].filter((part) => part !== undefined);
  return (
    <>
      <Linked text={plainText(main)} />
      {more.length > 0 && ` (${more.map(plainText).join(", ")})`}
    </>
  );
}

/** A text, as a link where it is an address of the web. */
function Linked({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return <>{text}</>;
  return (
    <a class="breaking" href={text} rel="noreferrer noopener nofollow">
      {text}
    </a>
  );
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
