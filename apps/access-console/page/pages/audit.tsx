/** The audit trail: one's own account, or with the operator's key all of it. */

import type { AuthClient, ListAuditOutput } from "@bourse/client/auth";
import {
  Badge,
  Card,
  Dialog,
  KeyEntry,
  moment,
  Notice,
  short,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { clientWithKey } from "../model/client.ts";
import { user } from "../model/login.ts";
import { told } from "../model/told.ts";
import { usePages } from "../model/use-pages.ts";
import { TextInput } from "../parts/text-input.tsx";

type Entry = ListAuditOutput[number];

/** Client of the operator; in this page's memory only. */
const operator = signal<AuthClient | undefined>(undefined);

export function Audit() {
  const [action, setAction] = useQuery("action");
  const [outcome, setOutcome] = useQuery("outcome");
  const [chosen, setChosen] = useState<number>();
  const [opened, setOpened] = useState<Entry>();
  const query = {
    limit: 100,
    ...(action.trim() === "" ? {} : { action: action.trim() }),
    ...(outcome === "ok" || outcome === "refused" || outcome === "failed" ? { outcome } : {}),
  };
  const { rows, problem, hasMore, isLoading, more } = usePages(
    JSON.stringify([query, operator.value !== undefined]),
    (auth) => (operator.value ?? auth).listAudit,
    query,
  );
  const cell = (read: (entry: Entry) => string) => (index: number) => {
    const entry = rows[index];
    return entry === undefined ? "" : read(entry);
  };
  return (
    <>
      <Card
        title={operator.value === undefined ? "Acts of your account" : "Acts of all accounts"}
        wide
        aside={<span class="hint">newest first</span>}
      >
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label="Act"
            type="search"
            hint="Its whole name, such as api_key.created."
            value={action}
            onInput={setAction}
          />
          <div class="field">
            <label for="outcome">Verdict</label>
            <select
              id="outcome"
              value={outcome}
              onChange={(event) => setOutcome(event.currentTarget.value)}
            >
              <option value="">all</option>
              <option value="ok">done</option>
              <option value="refused">refused</option>
              <option value="failed">failed by a fault</option>
            </select>
          </div>
        </form>
        {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
        <VirtualTable
          label="Audit trail"
          count={rows.length}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={(index) => setOpened(rows[index])}
          empty={
            <p class={isLoading ? "hint reading" : "hint"}>
              {isLoading ? "Loading…" : "No act fits. Every change is recorded here."}
            </p>
          }
          columns={[
            { head: "Time", width: 13, cell: cell(({ time }) => moment(time)) },
            { head: "Act", width: 11, cell: cell((entry) => entry.action) },
            {
              head: "Verdict",
              width: 9,
              cell: (index) => {
                const entry = rows[index];
                return (
                  entry && (
                    <Badge
                      state={entry.outcome}
                      kind={kindOf(entry)}
                      text={entry.code ?? WORDS[entry.outcome]}
                    />
                  )
                );
              },
            },
            {
              head: "By",
              width: 11,
              cell: cell(({ actor }) =>
                actor === `user:${user.value?.id}` ? "you" : short(actor),
              ),
            },
            { head: "From", cell: cell(({ address }) => address ?? "unknown") },
          ]}
        />
        {rows.length > 0 && (
          <div class="buttons after">
            {hasMore && (
              <button type="button" class="second" disabled={isLoading} onClick={more}>
                Older
              </button>
            )}
            <span class="hint">
              {rows.length} {hasMore ? "so far" : rows.length === 1 ? "act" : "acts"}. Enter opens
              the chosen one.
            </span>
          </div>
        )}
      </Card>
      {operator.value === undefined ? (
        <KeyEntry
          title="For the operator"
          hint="AUTH_AUDIT_KEY of the server shows the acts of all accounts. The key is kept in this page's memory only."
          enter={enterOperator}
        />
      ) : (
        <Card title="For the operator" wide>
          <button type="button" class="second" onClick={() => (operator.value = undefined)}>
            Back to your own account
          </button>
        </Card>
      )}
      {opened && <Details entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

async function enterOperator(key: string): Promise<void> {
  try {
    const client = await clientWithKey(key);
    await client.listAudit({ query: { limit: 1 } });
    operator.value = client;
  } catch (error) {
    throw told(error);
  }
}

function Details({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const facts: readonly (readonly [string, string | number | boolean | null])[] = [
    ["Time", moment(entry.time)],
    ["Verdict", entry.code ?? WORDS[entry.outcome]],
    ["By", entry.actor],
    ["From", entry.address],
    ["Account", entry.account],
    ["Subject", entry.subject],
    ...Object.entries(entry.details),
    ["Row", entry.sequence],
    ["Hash", entry.hash],
    ["Row before", entry.previous],
  ];
  return (
    <Dialog title={entry.action} onClose={onClose}>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value === null ? "none" : String(value)}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}

const WORDS = { ok: "done", refused: "refused", failed: "failed" } as const;

function kindOf({ outcome }: Entry): "good" | "fair" | "poor" {
  return outcome === "ok" ? "good" : outcome === "refused" ? "fair" : "poor";
}
