/** Title, note, tags and pin of a run, as people gave them. */

import type { Job, JobChangeInput } from "@bourse/contract/backtest";
import { Dialog, Field, Form, TextInput, useAction, useCommands } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { takeJob } from "../../model/jobs.ts";
import { changeOf, textsOfLabels } from "../../model/label-texts.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { shown } from "./shown-run.ts";

async function change(uuid: string, body: JobChangeInput): Promise<void> {
  try {
    const listed = await clients.peek().backtest.updateJob({ params: { uuid }, body });
    takeJob(listed);
    const { title, note, tags, pinned } = listed;
    const now = shown.peek();
    if (now?.uuid === uuid) shown.value = { ...now, title, note, tags, pinned };
  } catch (error) {
    throw new Error(wordsOf(error));
  }
}

export function Pin({ job: { uuid, pinned } }: { readonly job: Job }) {
  const pin = useAction(() => change(uuid, { pinned: !pinned }));
  const run = (): void => void pin.run(undefined);
  useCommands([{ label: pinned ? "Unpin the run" : "Pin the run", keys: "p", run }]);
  return (
    <>
      {pin.problem !== undefined && <span class="fault">{pin.problem}</span>}
      <button
        type="button"
        class="second small"
        aria-pressed={pinned}
        disabled={pin.busy}
        onClick={run}
      >
        {pinned ? "Pinned" : "Pin"}
      </button>
    </>
  );
}

export function LabelForm({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const [before] = useState(() => textsOfLabels(job));
  const [texts, setTexts] = useState(before);
  const set = (name: keyof typeof texts) => (text: string) => setTexts({ ...texts, [name]: text });
  useEffect(() => {
    // The window has focused its first button.
    document.querySelector<HTMLElement>("dialog [data-first]")?.focus();
  }, []);
  const save = useAction(async () => {
    const body = changeOf(before, texts);
    if (Object.keys(body).length > 0) await change(job.uuid, body);
    onClose();
  });
  return (
    <Dialog title="Title, note and tags" onClose={onClose}>
      <Form action={save} words={["Save", "Saving …"]}>
        <TextInput
          label="Title"
          hint="Up to 200 characters; without one the run is named by what it ran."
          value={texts.title}
          onInput={set("title")}
          isOptional
          isFirst
        />
        <TextInput
          label="Tags"
          hint="Up to 20, with commas between them."
          value={texts.tags}
          onInput={set("tags")}
          isOptional
        />
        <Field label="Note">
          {(ties) => (
            <textarea
              {...ties}
              rows={5}
              dir="auto"
              value={texts.note}
              onInput={(event) => set("note")(event.currentTarget.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
