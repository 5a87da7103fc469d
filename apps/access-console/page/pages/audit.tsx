/** The audit trail: one's own account, or with the operator's key all of it. */

import type { ListAuditOutput } from "@bourse/client/auth";
import {
  Badge,
  Card,
  Dialog,
  moment,
  Notice,
  short,
  untilKnown,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../model/login.ts";
import { asAuditor, leaveOperator, operator } from "../model/operator.ts";
import { usePages } from "../model/use-pages.ts";
import { OperatorEntry } from "../parts/operator-entry.tsx";
import { TextInput } from "../parts/text-input.tsx";

type Entry = ListAuditOutput[number];

export function Audit() {
  const [action, setAction] = useQuery("action");
  const [outcome, setOutcome] = useQuery("outcome");
  const [account, setAccount] = useQuery("account");
  const isOfAll = operator.value !== undefined;
  const [chosen, setChosen] = useState<number>();
  const [opened, setOpened] = useState<Entry>();
  const query = {
    limit: 100,
    ...(action.trim() === "" ? {} : { action: action.trim() }),
    ...(outcome === "ok" || outcome === "refused" || outcome === "failed" ? { outcome } : {}),
    ...(isOfAll && account.trim() !== "" ? { account: account.trim() } : {}),
  };
  const { rows, problem, hasMore, isLoading, more } = usePages(
    JSON.stringify([query, isOfAll]),
    (auth) => auth.listAudit,
    query,
    isOfAll ? asAuditor : call,
  );
  const cell = (read: (entry: Entry) => string) => (index: number) => {
    const entry = rows[index];
    return entry === undefined ? "" : read(entry);
  };
  return (
    <>
      <Card
        title={isOfAll ? "Acts of all accounts" : "Acts of your account"}
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
          {isOfAll && (
            <TextInput
              label="Account"
              type="search"
              hint="The whole id of an account."
              value={account}
              onInput={setAccount}
            />
          )}
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
              {isLoading
                ? "Loading…"
                : untilKnown(problem, "No act fits. Every change is recorded here.")}
            </p>
          }
          columns={[
            { head: "Time", width: 14.5, cell: cell(({ time }) => moment(time)) },
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
      {!isOfAll && <OperatorEntry />}
      {isOfAll && user.value && (
        <Card title="For the operator" wide>
          <button type="button" class="second" onClick={leaveOperator}>
            Back to your own account
          </button>
        </Card>
      )}
      {opened && <Details entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
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
