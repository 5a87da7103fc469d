/** Saving against the version that was read, and submitting what is saved. */

import type { DraftDataPatch, DraftDetail } from "@bourse/contract/curation";
import { go, toast } from "@bourse/ui";
import { useState } from "preact/hooks";

import { dataOf, type DraftForm } from "../../model/draft-form.ts";
import { codeOf, explain } from "../../model/explain.ts";
import { drafts } from "../../model/service.ts";

interface SavingProps {
  readonly saved: DraftDetail | null;
  readonly form: DraftForm;
  readonly patch: DraftDataPatch;
  /** Answer to the curator, kept with the next version. */
  readonly answer: string;
  readonly put: (draft: DraftDetail) => void;
  readonly reload: () => void;
  /** Called once everything that was typed is saved. */
  readonly forget: () => void;
  /** Called with the version that has the fields of both, after a conflict. */
  readonly merged: (draft: DraftDetail) => void;
}

interface State {
  readonly busy: boolean;
  readonly problem?: string;
  /** The version that somebody saved meanwhile. */
  readonly conflict?: DraftDetail;
}

export function useSaving(props: SavingProps) {
  const { saved, form, patch, answer, put, reload, forget, merged } = props;
  const [state, setState] = useState<State>({ busy: false });

  const store = async (version: number | undefined): Promise<DraftDetail> => {
    if (saved === null || version === undefined) {
      const body = { draft_data: dataOf(form), submit: false };
      return { ...(await drafts.createDraft({ body })), conversation_history: null };
    }
    const draft = await drafts.editDraft({
      params: { id: saved.id },
      headers: { "if-match": `"${version}"` },
      body: { draft_data: patch, ...(answer !== "" && { curator_response: answer }) },
    });
    return { ...draft, conversation_history: saved.conversation_history };
  };

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await work();
      setState({ busy: false });
    } catch (error) {
      if (codeOf(error) === "VERSION_MISMATCH" && saved !== null) {
        const conflict = await drafts.getDraft.safe({ params: { id: saved.id } });
        setState(
          conflict.ok
            ? { busy: false, conflict: conflict.data }
            : { busy: false, problem: explain(conflict.error) },
        );
      } else {
        setState({ busy: false, problem: explain(error) });
        if (codeOf(error) === "STATE_CONFLICT") reload();
      }
    }
  };

  const saveAs = (
    version: number | undefined,
    tell?: (draft: DraftDetail) => void,
  ): Promise<void> =>
    run(async () => {
      const draft = await store(version);
      forget();
      tell?.(draft);
      toast(`Saved as version ${draft.version}.`);
      if (saved === null) go(["drafts", draft.id]);
      else put(draft);
    });

  return {
    ...state,
    save: () => saveAs(saved?.version),
    /** Puts what was typed on top of the version that somebody else saved. */
    keepMine: () => saveAs(state.conflict?.version, merged),
    settle: () => setState({ busy: false }),
    submit: (isChanged: boolean, known: readonly string[]) =>
      run(async () => {
        const draft = isChanged ? await store(saved?.version) : saved;
        if (draft === null) return;
        if (isChanged) {
          forget();
          if (saved !== null) put(draft);
        }
        try {
          const body = { acknowledge_warnings: [...known] };
          await drafts.submitDraft({ params: { id: draft.id }, body });
          toast("Submitted. A curator will review it.");
        } finally {
          // A draft that was saved but not submitted is there to go on with.
          if (saved === null) go(["drafts", draft.id]);
        }
        reload();
      }),
  };
}
