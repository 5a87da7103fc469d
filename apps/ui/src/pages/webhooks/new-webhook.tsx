/** A new webhook, and the one time that its secret is shown. */

import { useState } from "preact/hooks";

import { useCommands } from "../../model/commands.ts";
import { formatPlace } from "../../model/place-text.ts";
import { go } from "../../model/place.ts";
import { Card } from "../../parts/card.tsx";
import { SecretOnce } from "./secret-once.tsx";
import type { WebhookPages } from "./webhook-calls.ts";
import { WebhookForm } from "./webhook-form.tsx";

interface NewWebhookProps {
  readonly pages: WebhookPages;
  readonly onMade: () => void;
}

export function NewWebhook({ pages: { calls, events }, onMade }: NewWebhookProps) {
  // Only here, in this part's memory: it is gone with the page.
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  useCommands([{ label: "Back to the webhooks", keys: "u", run: () => go(["webhooks"]) }]);
  if (made !== undefined) {
    const onCopied = (): void => go(["webhooks", made.id]);
    return <SecretOnce title="The webhook is ready" secret={made.secret} onCopied={onCopied} />;
  }
  return (
    <div class="narrow">
      <Card title="For one receiver">
        <WebhookForm
          events={events}
          words={["Create the webhook", "Creating…"]}
          save={async (input) => {
            setMade(await calls.create(input));
            onMade();
          }}
        />
        <p class="hint switch">
          <a href={formatPlace(["webhooks"])}>All webhooks</a>
        </p>
      </Card>
    </div>
  );
}
