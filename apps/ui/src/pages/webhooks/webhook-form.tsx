/** Address and events of a webhook, new or changed. */

import { useState } from "preact/hooks";

import { useAction } from "../../parts/action.ts";
import { Checks } from "../../parts/checks.tsx";
import { Field } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { TextInput } from "../../parts/text-input.tsx";
import type { WebhookInput } from "./webhook-calls.ts";

interface WebhookFormProps {
  /** Address and events to begin with. Default: none, and the address is the first field. */
  readonly of?: WebhookInput;
  /** Sentences on the types of events, by type. */
  readonly events: Readonly<Record<string, string>>;
  /** Word on the button, and the word while it is under way. */
  readonly words: readonly [string, string];
  readonly save: (input: WebhookInput) => Promise<void>;
}

export function WebhookForm({ of, events, words, save }: WebhookFormProps) {
  const [url, setUrl] = useState(of?.url ?? "");
  const [isOfAll, setOfAll] = useState(of === undefined || of.events.includes("*"));
  const [chosen, setChosen] = useState<readonly string[]>(
    of?.events.filter((type) => type !== "*") ?? [],
  );
  const input = { url: url.trim(), events: isOfAll ? ["*"] : chosen };
  const action = useAction<void, void>(() => save(input));
  const isSame = url === of?.url && input.events.toSorted().join() === of.events.toSorted().join();
  return (
    <Form
      action={action}
      fields={["url"]}
      words={words}
      isReady={input.url !== "" && input.events.length > 0 && !isSame}
    >
      <TextInput
        label="Address"
        hint="Events are posted to it, such as https://hooks.example.com/bourse. Answer 200 to 299 within ten seconds."
        isFirst={of === undefined}
        value={url}
        onInput={setUrl}
        fault={action.faultOf("url")}
      />
      <Field label="Events">
        {(ties) => (
          <select
            {...ties}
            value={isOfAll ? "all" : "some"}
            onChange={(event) => setOfAll(event.currentTarget.value === "all")}
          >
            <option value="all">All, and those that are added later</option>
            <option value="some">Only these</option>
          </select>
        )}
      </Field>
      {!isOfAll && (
        <Checks legend="Which events" choices={events} chosen={chosen} onChange={setChosen} />
      )}
    </Form>
  );
}
