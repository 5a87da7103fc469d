/** The texts of a decision: a reason, changes or notes. Ctrl and Enter decide, Escape goes back. */

import type { Draft } from "@bourse/contract/curation";
import { Card, Field, Keys, spaced } from "@bourse/ui";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { characters } from "../../model/characters.ts";
import type { Decision } from "../../model/decisions.ts";
import { stopsIn } from "../../model/rules.ts";
import { now } from "../../model/time.ts";
import { Acknowledge, isAcknowledged } from "../../parts/acknowledge.tsx";

export type PanelKind = Decision["kind"];

interface DecisionPanelProps {
  readonly kind: PanelKind;
  readonly draft: Draft;
  readonly onDecide: (decision: Decision) => void;
  readonly onCancel: () => void;
}

/** Smallest number of characters of a reason; the contract's own bound. */
const LEAST = 10;
const MOST = 5000;
const TITLES = {
  approve: "Approve",
  reject: "Reject: that is final",
  "request changes": "Request an edit",
};
const ACTS = { approve: "Approve", reject: "Reject", "request changes": "Request changes" };
const REASONS = [
  "An open market asks the same already.",
  "No source is named that could decide it.",
  "The question does not say by when it is decided.",
];

export function DecisionPanel({ kind, draft, onDecide, onCancel }: DecisionPanelProps) {
  const [text, setText] = useState("");
  const [asks, setAsks] = useState<readonly Ask[]>([{ field: "question_text", text: "" }]);
  const [openNow, setOpenNow] = useState(false);
  const [known, setKnown] = useState<readonly string[]>([]);
  const stops = kind === "approve" ? stopsIn(draft.draft_data, now.value) : [];
  const first = useRef<HTMLFormElement>(null);
  // Before the next key: the rest of a quickly typed reason would be taken for commands.
  useLayoutEffect(() => first.current?.querySelector("textarea")?.focus(), []);
  const { all, visible } = characters(text);
  const given = asks.filter((ask) => ask.text.trim() !== "");
  const fault = faultOf(kind, all, visible);
  const isReady =
    fault === undefined &&
    (kind !== "request changes" || given.length > 0) &&
    isAcknowledged(stops, known);
  const decide = (): void => {
    if (isReady) onDecide(decisionOf(kind, { text, visible, given, openNow, known }));
  };
  return (
    <Card title={TITLES[kind]}>
      <form
        ref={first}
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) decide();
          else return;
          event.preventDefault();
        }}
      >
        <Field
          label={kind === "reject" ? "Reason" : "Notes for the author"}
          hint={`${all} of ${MOST}`}
          fault={text === "" ? undefined : fault}
        >
          {(ties) => (
            <textarea
              dir="auto"
              {...ties}
              rows={3}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        {kind === "reject" && <Reasons onChoose={setText} />}
        <Acknowledge stops={stops} known={known} step="Approve" onChange={setKnown} />
        {kind === "request changes" && <Asks draft={draft} asks={asks} onChange={setAsks} />}
        {kind === "approve" && draft.draft_data.open_at !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={openNow}
              onChange={(event) => setOpenNow(event.currentTarget.checked)}
            />
            Open the market at once, whatever its opening time says
          </label>
        )}
        <div class="buttons spaced">
          <button type="submit" disabled={!isReady}>
            {ACTS[kind]} <Keys keys="mod+Enter" />
          </button>
          <button type="button" class="second" onClick={onCancel}>
            Back <Keys keys="Esc" />
          </button>
        </div>
      </form>
    </Card>
  );
}

function Reasons({ onChoose }: { readonly onChoose: (reason: string) => void }) {
  return (
    <p class="buttons">
      {REASONS.map((reason) => (
        <button key={reason} type="button" class="tag" onClick={() => onChoose(reason)}>
          {reason}
        </button>
      ))}
    </p>
  );
}

interface Typed {
  readonly text: string;
  /** Number of visible characters of the text. */
  readonly visible: number;
  /** The changes that are asked for. */
  readonly given: readonly Ask[];
  readonly openNow: boolean;
  readonly known: readonly string[];
}

function decisionOf(kind: PanelKind, typed: Typed): Decision {
  const { text, visible, given, openNow, known } = typed;
  if (kind === "reject") return { kind, reason: text };
  if (kind === "approve") return { kind, openNow, known, ...(visible > 0 && { notes: text }) };
  const changes = Object.fromEntries(given.map((ask) => [ask.field, ask.text]));
  return { kind, notes: text, changes };
}

function faultOf(kind: PanelKind, all: number, visible: number): string | undefined {
  if (all > MOST) return `At most ${MOST} characters; ${all - MOST} too many.`;
  if (kind === "approve" || visible >= LEAST) return undefined;
  return `At least ${LEAST} characters; ${LEAST - visible} to go.`;
}

/** A change that is asked for in one field. */
interface Ask {
  readonly field: string;
  readonly text: string;
}

interface AsksProps {
  readonly draft: Draft;
  readonly asks: readonly Ask[];
  readonly onChange: (asks: readonly Ask[]) => void;
}

const FIELDS = [
  "question_text",
  "summary",
  "topic_tags",
  "outcomes",
  "resolution_sources",
  "resolution_deadline",
  "trigger_condition",
  "fallback_logic",
  "invalidation_clause",
];

function Asks({ draft, asks, onChange }: AsksProps) {
  const fields = [...new Set([...FIELDS, ...Object.keys(draft.draft_data)])];
  const change = (at: number, part: Partial<Ask>): void =>
    onChange(asks.map((ask, index) => (index === at ? { ...ask, ...part } : ask)));
  return (
    <>
      {asks.map((ask, at) => (
        <div class="row-edit" key={at}>
          <Field label={`Change ${at + 1}`}>
            {(ties) => (
              <input
                {...ties}
                maxLength={MOST}
                placeholder="The change that this field needs"
                value={ask.text}
                onInput={(event) => change(at, { text: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={`Field of change ${at + 1}`}>
            {(ties) => (
              <select
                {...ties}
                value={ask.field}
                onChange={(event) => change(at, { field: event.currentTarget.value })}
              >
                {fields.map((field) => (
                  <option key={field} value={field}>
                    {spaced(field)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      ))}
      <p class="hint">Name at least one change; the author sees it at its field.</p>
      <button
        type="button"
        class="second small"
        onClick={() => {
          const free = fields.find((field) => asks.every((ask) => ask.field !== field));
          onChange([...asks, { field: free ?? "question_text", text: "" }]);
        }}
      >
        Ask for another change
      </button>
    </>
  );
}
