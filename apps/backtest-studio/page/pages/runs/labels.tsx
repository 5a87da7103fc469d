/** Title, note, tags and pin of a run, which are changed in its row. */

import type { JobChangeInput, ListedJob } from "@bourse/contract/backtest";
import { useAction } from "@bourse/ui";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { takeJob } from "../../model/jobs.ts";
import { changeOf, textsOfLabels, type LabelTexts } from "../../model/label-texts.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";

export interface Labels {
  readonly isEdited: (job: ListedJob) => boolean;
  /** Texts of the run that is being edited. */
  readonly texts: LabelTexts;
  readonly set: (name: keyof LabelTexts, text: string) => void;
  readonly edit: (job: ListedJob) => void;
  readonly save: () => void;
  readonly leave: () => void;
  readonly pin: (job: ListedJob) => void;
  readonly busy: boolean;
  readonly problem: string | undefined;
}

export function useLabels(): Labels {
  const [edited, setEdited] = useState<{ readonly job: ListedJob; readonly texts: LabelTexts }>();
  const change = useAction(async ({ uuid, body }: { uuid: string; body: JobChangeInput }) => {
    try {
      takeJob(await clients.value.backtest.updateJob({ params: { uuid }, body }));
      setEdited((now) => (now?.job.uuid === uuid ? undefined : now));
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  return {
    isEdited: ({ uuid }) => edited?.job.uuid === uuid,
    texts: edited?.texts ?? textsOfLabels(),
    set: (name, text) =>
      setEdited((now) => now && { ...now, texts: { ...now.texts, [name]: text } }),
    edit: (job) => setEdited({ job, texts: textsOfLabels(job) }),
    save: () => {
      if (edited === undefined) return;
      const body = changeOf(textsOfLabels(edited.job), edited.texts);
      if (Object.keys(body).length === 0) setEdited(undefined);
      else void change.run({ uuid: edited.job.uuid, body });
    },
    leave: () => {
      change.clear();
      setEdited(undefined);
    },
    pin: ({ uuid, pinned }) => void change.run({ uuid, body: { pinned: !pinned } }),
    busy: change.busy,
    problem: change.problem,
  };
}

interface LabelInputProps {
  readonly labels: Labels;
  readonly name: keyof LabelTexts;
  readonly label: string;
  readonly isFirst?: boolean;
}

export function LabelInput({ labels, name, label, isFirst = false }: LabelInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFirst) input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      class="in-row"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      dir="auto"
      value={labels.texts[name]}
      onInput={(event) => labels.set(name, event.currentTarget.value)}
      onDblClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // The keys of the table are for its rows.
        event.stopPropagation();
        if (event.key === "Enter") labels.save();
        if (event.key === "Escape") labels.leave();
      }}
    />
  );
}
