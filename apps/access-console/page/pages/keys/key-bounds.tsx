/** Name, limits and places of a key, in one form. */

import type { GetApiKeyOutput } from "@bourse/client/auth";
import { Card, Field, Form, TextInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";

/** Windows to choose from, in seconds. */
const WINDOWS = [
  [60, "minute"],
  [3600, "hour"],
  [86_400, "day"],
  [2_592_000, "30 days"],
] as const;

interface KeyBoundsProps {
  readonly of: GetApiKeyOutput;
  readonly onSaved: () => void;
}

export function KeyBounds({ of: key, onSaved }: KeyBoundsProps) {
  const [name, setName] = useState(key.name);
  const [requests, setRequests] = useState(shown(key.limits?.requests));
  const [bytes, setBytes] = useState(shown(key.limits?.bytes));
  const [cost, setCost] = useState(shown(key.limits?.cost));
  const [windowSeconds, setWindow] = useState(key.limits?.windowSeconds ?? 3600);
  const [addresses, setAddresses] = useState(key.addresses.join(" "));
  const [origins, setOrigins] = useState(key.origins.join(" "));
  const save = useAction<void, void>(async () => {
    const counts = { ...count("requests", requests), ...count("bytes", bytes) };
    const limits = { ...counts, ...count("cost", cost) };
    const body = {
      name: name.trim(),
      limits: Object.keys(limits).length === 0 ? null : { ...limits, windowSeconds },
      addresses: words(addresses),
      origins: words(origins),
    };
    await call((auth) => auth.updateApiKey({ params: { id: key.id }, body }));
    toast(`${body.name} is changed. It counts from the next request on.`);
    onSaved();
  });
  const windows = WINDOWS.some(([seconds]) => seconds === windowSeconds)
    ? WINDOWS
    : [...WINDOWS, [windowSeconds, `${windowSeconds} seconds`] as const];
  return (
    <Card title="Name, limits and places" wide>
      <Form
        action={save}
        fields={["name", "addresses", "origins"]}
        words={["Save the changes", "Saving…"]}
        isReady={name.trim() !== ""}
      >
        <div class="filters">
          <TextInput label="Name" value={name} onInput={setName} fault={save.faultOf("name")} />
          <TextInput
            label="Most requests"
            type="number"
            isOptional
            hint="Empty for no limit, as below."
            value={requests}
            onInput={setRequests}
          />
          <TextInput label="Most bytes" type="number" isOptional value={bytes} onInput={setBytes} />
          <TextInput label="Highest cost" type="number" isOptional value={cost} onInput={setCost} />
          <Field label="In each">
            {(ties) => (
              <select
                {...ties}
                value={String(windowSeconds)}
                onChange={(event) => setWindow(Number(event.currentTarget.value))}
              >
                {windows.map(([seconds, text]) => (
                  <option key={seconds} value={seconds}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextInput
            label="Only from these addresses"
            isOptional
            hint="Addresses and networks with spaces between them, such as 192.0.2.0/24. Empty for everywhere."
            value={addresses}
            onInput={setAddresses}
            fault={save.faultOf("addresses")}
          />
          <TextInput
            label="Only from these web origins"
            isOptional
            hint="Such as https://app.example.com. Empty for everywhere; programs outside of a browser send none."
            value={origins}
            onInput={setOrigins}
            fault={save.faultOf("origins")}
          />
        </div>
      </Form>
    </Card>
  );
}

function shown(limit: number | undefined): string {
  return limit === undefined ? "" : String(limit);
}

function count(name: string, text: string): Readonly<Record<string, number>> {
  return text.trim() === "" ? {} : { [name]: Number(text) };
}

function words(text: string): string[] {
  return text.split(/[\s,]+/u).filter((word) => word !== "");
}
