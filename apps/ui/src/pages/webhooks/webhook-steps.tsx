/** The steps that a webhook can take: off and on, another secret, its end. */

import { useState } from "preact/hooks";

import { useCommands } from "../../model/commands.ts";
import { formatPlace } from "../../model/place-text.ts";
import { go } from "../../model/place.ts";
import { toast } from "../../model/toasts.ts";
import { useAction } from "../../parts/action.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Rotation } from "../../parts/rotation.tsx";
import type { WebhookCalls, WebhookView } from "./webhook-calls.ts";

interface WebhookStepsProps {
  readonly of: WebhookView;
  readonly calls: WebhookCalls;
  readonly onChanged: () => void;
  /** Given a new secret. */
  readonly onSecret: (secret: string) => void;
}

export function WebhookSteps({ of: webhook, calls, onChanged, onSecret }: WebhookStepsProps) {
  const { id, enabled } = webhook;
  const { change, rotate } = calls;
  const [asked, setAsked] = useState<"remove" | "rotate">();
  const turn = useAction<void, void>(async () => {
    await change(id, { enabled: !enabled });
    toast(enabled ? "The webhook is off: it gets nothing." : "The webhook is on again.");
    onChanged();
  });
  useCommands([{ label: "Delete this webhook", keys: "x", run: () => setAsked("remove") }]);
  const back = (): void => setAsked(undefined);
  if (asked === "rotate") {
    return (
      <Rotation
        what="secret"
        label="The old secret still signs for"
        none="Not at all"
        rotate={async (graceSeconds) => onSecret(await rotate(id, graceSeconds))}
        onBack={back}
      >
        Until the old secret ends, every event is signed with both: give the new one to your
        receiver before then.
      </Rotation>
    );
  }
  if (asked === "remove") {
    return <Removal of={webhook} calls={calls} onChanged={onChanged} onBack={back} />;
  }
  return (
    <>
      <div class="buttons after">
        <button
          type="button"
          class={enabled ? "second" : undefined}
          disabled={turn.busy}
          onClick={() => void turn.run()}
        >
          {enabled ? "Switch it off" : "Switch it on"}
        </button>
        <button type="button" class="second" onClick={() => setAsked("rotate")}>
          Replace the secret
        </button>
        <button type="button" class="second danger" onClick={() => setAsked("remove")}>
          Delete
        </button>
        <a class="button second" href={formatPlace(["webhooks"])}>
          All webhooks
        </a>
      </div>
      {turn.problem && <Notice kind="poor">{turn.problem}</Notice>}
    </>
  );
}

interface RemovalProps extends Pick<WebhookStepsProps, "of" | "calls" | "onChanged"> {
  readonly onBack: () => void;
}

function Removal({ of: { id, url }, calls, onChanged, onBack }: RemovalProps) {
  const remove = useAction<void, void>(async () => {
    await calls.remove(id);
    toast(`The webhook to ${url} is deleted.`);
    onChanged();
    go(["webhooks"]);
  });
  return (
    <>
      <Confirm
        title="Confirm the deletion"
        words={["Delete it for good", "Deleting…"]}
        isDestructive
        busy={remove.busy}
        onYes={() => void remove.run()}
        onBack={onBack}
      >
        <Notice kind="fair">
          {url} gets nothing any more, and the list of what was delivered is gone, with what waits.
        </Notice>
        <p />
      </Confirm>
      {remove.problem && <Notice kind="poor">{remove.problem}</Notice>}
    </>
  );
}
