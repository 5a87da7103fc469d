/** The author's way to take a draft out for good. */

import type { DraftDetail } from "@bourse/contract/curation";
import { toast } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explain } from "../../model/explain.ts";
import { drafts } from "../../model/service.ts";

interface WithdrawProps {
  readonly draft: DraftDetail;
  /** Called when the draft was withdrawn, and when it could not be. */
  readonly onDone: (isWithdrawn: boolean) => void;
}

export function Withdraw({ draft, onDone }: WithdrawProps) {
  const [busy, setBusy] = useState(false);
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    const done = await drafts.withdrawDraft.safe({ params: { id: draft.id } });
    setBusy(false);
    const kind = done.ok ? "good" : "poor";
    toast(done.ok ? "Withdrawn. It will not be reviewed." : explain(done.error), { kind });
    onDone(done.ok);
  };
  return (
    <button type="button" class="second danger" disabled={busy} onClick={() => void withdraw()}>
      Withdraw
    </button>
  );
}
