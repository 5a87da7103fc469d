/** One webhook: its state, its deliveries, its changes and its end. */

import { useEffect, useState } from "preact/hooks";

import { useCommands } from "../../model/commands.ts";
import { moment } from "../../model/format.ts";
import type { Loaded } from "../../model/loaded.ts";
import { formatPlace } from "../../model/place-text.ts";
import { go } from "../../model/place.ts";
import { toast } from "../../model/toasts.ts";
import { Card } from "../../parts/card.tsx";
import { Code } from "../../parts/code.tsx";
import { Notice } from "../../parts/notice.tsx";
import { ReadingHint } from "../../parts/reading-hint.tsx";
import { Deliveries } from "./deliveries.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { shownWebhook } from "./shown-webhook.ts";
import type { WebhookPages, WebhookView } from "./webhook-calls.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { EnabledBadge } from "./webhook-list.tsx";
import { WebhookSteps } from "./webhook-steps.tsx";

interface WebhookPageProps {
  readonly id: string;
  readonly pages: WebhookPages;
  readonly list: Loaded<readonly WebhookView[]>;
}

export function WebhookPage({ id, pages, list }: WebhookPageProps) {
  const { calls, events } = pages;
  const all = list.value.value;
  const one = all?.find((webhook) => webhook.id === id);
  const problem = list.problem.value;
  // Only here, in this part's memory: it is gone with the page.
  const [secret, setSecret] = useState<string>();
  useEffect(() => {
    shownWebhook.value = one === undefined ? undefined : hostOf(one.url);
    return () => {
      shownWebhook.value = undefined;
    };
  }, [one?.url]);
  useCommands([{ label: "Back to the webhooks", keys: "u", run: () => go(["webhooks"]) }]);
  if (secret !== undefined) {
    const onCopied = (): void => setSecret(undefined);
    return <SecretOnce title="The new secret is ready" secret={secret} onCopied={onCopied} />;
  }
  return (
    <>
      <Card title="The webhook" wide aside={one && <EnabledBadge enabled={one.enabled} />}>
        {problem && <Notice kind="poor">{problem}</Notice>}
        {all === undefined && problem === undefined && <ReadingHint>Loading…</ReadingHint>}
        {all !== undefined && one === undefined && (
          <Notice kind="poor">
            There is no such webhook. It may be deleted, or somebody else’s.{" "}
            <a href={formatPlace(["webhooks"])}>All webhooks</a>
          </Notice>
        )}
        {one && <Facts of={one} />}
        {one && (
          <WebhookSteps
            of={one}
            calls={calls}
            onChanged={() => void list.refresh()}
            onSecret={setSecret}
          />
        )}
      </Card>
      {one && <Deliveries of={one} pages={pages} />}
      {one && (
        <Card title="Address and events">
          <WebhookForm
            key={`${one.url} ${one.events.join()}`}
            of={one}
            events={events}
            words={["Save the changes", "Saving…"]}
            save={async (input) => {
              await calls.change(one.id, input);
              toast("The webhook is changed. It counts from the next event on.");
              await list.refresh();
            }}
          />
        </Card>
      )}
    </>
  );
}

function Facts({ of: { id, url, events, enabled, createdAt } }: { readonly of: WebhookView }) {
  return (
    <>
      <dl class="pairs">
        <dt>Address</dt>
        <dd>{url}</dd>
        <dt>Events</dt>
        <dd>{events.includes("*") ? "all, and those that are added later" : events.join(", ")}</dd>
        <dt>Created</dt>
        <dd>{moment(createdAt)}</dd>
        <dt>Id</dt>
        <dd>
          <Code text={id} label="id of the webhook" />
        </dd>
      </dl>
      {!enabled && (
        <Notice kind="fair">
          It is switched off, by you or by an answer 410 of its receiver, and gets nothing. Switch
          it on, then send again what has failed.
        </Notice>
      )}
    </>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
