/** The keys that are not revoked, newest first, and a check of a key that somebody holds. */

import {
  ago,
  Card,
  Empty,
  formatPlace,
  go,
  Notice,
  TextInput,
  useCommands,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { useLoaded } from "../../model/use-loaded.ts";
import { VerifyKey } from "./verify-key.tsx";

export function KeyList() {
  const list = useLoaded("keys", (auth) => auth.listApiKeys());
  const [words, setWords] = useQuery("q");
  const [chosen, setChosen] = useState<number>();
  const all = list.value.value;
  const found = (all ?? []).filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  const now = Date.now();
  const openKey = (index: number): void => {
    const key = found[index];
    if (key !== undefined) go(["keys", key.id]);
  };
  useCommands([{ label: "New API key", keys: "n", run: () => go(["keys", "new"]) }]);
  return (
    <>
      <Card
        title={all === undefined ? "Keys" : `${all.length} ${all.length === 1 ? "key" : "keys"}`}
        wide
        aside={
          <a class="button small" href={formatPlace(["keys", "new"])}>
            New key
          </a>
        }
      >
        {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
        {all === undefined && list.problem.value === undefined && (
          <p class="hint reading">Loading…</p>
        )}
        {all?.length === 0 && <NoKey />}
        {all !== undefined && all.length > 0 && (
          <>
            <TextInput
              label="Find by name"
              type="search"
              value={words}
              onInput={(value) => {
                setWords(value);
                setChosen(undefined);
              }}
            />
            <VirtualTable
              label="API keys"
              count={found.length}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={openKey}
              empty={<p class="hint">No key has these words in its name.</p>}
              columns={[
                {
                  head: "Name",
                  width: 12,
                  cell: (index) => {
                    const { id = "", name } = found[index] ?? {};
                    return <a href={formatPlace(["keys", id])}>{name}</a>;
                  },
                },
                { head: "Last used", cell: (index) => when(found[index]?.lastUsed, now) },
                { head: "Created", cell: (index) => when(found[index]?.createdAt, now) },
              ]}
            />
          </>
        )}
      </Card>
      <VerifyKey />
    </>
  );
}

function NoKey() {
  return (
    <Empty
      title="You have no API key yet."
      action={
        <a class="button" href={formatPlace(["keys", "new"])}>
          Create the first key
        </a>
      }
    >
      A key lets a program call this service and others in your name, without your password and with
      no more permissions than it needs. Make one for each program, so that each can be revoked
      alone.
    </Empty>
  );
}

function when(time: string | null | undefined, now: number): string {
  return time === null || time === undefined ? "never" : ago(Date.parse(time), now);
}
