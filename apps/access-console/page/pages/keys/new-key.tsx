/** A new key, and the one time that it is shown. */

import type { CreateApiKeyOutput } from "@bourse/client/auth";
import {
  type Action,
  Card,
  Checks,
  Confirm,
  Dialog,
  Field,
  Form,
  go,
  Notice,
  place,
  TextInput,
  useAction,
  useCommands,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { OwnerName } from "./key-owner.tsx";
import { MadeKey } from "./made-key.tsx";
import { PERMISSIONS, type Permission } from "./permissions.ts";

/** Lifetimes to choose from, in days; 0 is for ever. */
const LIFETIMES = [
  [30, "30 days"],
  [90, "90 days"],
  [365, "A year"],
  [0, "Until it is revoked"],
] as const;

export function NewKey() {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Permission[]>(["read"]);
  const [days, setDays] = useState(90);
  // Only here, in this part's memory: it is gone with the page.
  const [made, setMade] = useState<CreateApiKeyOutput>();
  const { organization } = place.value.query;
  const [asked, setAsked] = useState(false);
  const back = (): void =>
    go(organization === undefined ? ["keys"] : ["organizations", organization]);
  const create = useAction<void, void>(async () => {
    const body = {
      name: name.trim(),
      permissions: [...chosen],
      ...(days === 0 ? {} : { expiresInDays: days }),
      ...(organization === undefined ? {} : { organizationId: organization }),
    };
    setMade(await call((auth) => auth.createApiKey({ body })));
  });
  useCommands([{ label: "Back to the keys", keys: "u", run: back }]);
  const isGrant = chosen.includes("admin");
  if (made !== undefined) {
    return <MadeKey of={made} title={`${made.name} is ready`} onCopied={back} />;
  }
  return (
    <div class="narrow">
      <Card title="For one program">
        <Form
          action={isGrant ? { ...create, run: async () => setAsked(true) } : create}
          fields={["name"]}
          words={[isGrant ? "Review the key" : "Create the key", "Creating…"]}
          isReady={chosen.length > 0 && name.trim() !== ""}
        >
          {organization !== undefined && (
            <p class="hint before">
              The key belongs to <OwnerName id={organization} />: its owners and administrators
              manage it, and it stays when you leave.
            </p>
          )}
          <TextInput
            label="Name"
            hint="What it is for, such as build server. 1 to 100 characters."
            isFirst
            value={name}
            onInput={setName}
            fault={create.faultOf("name")}
          />
          <Checks legend="Permissions" choices={PERMISSIONS} chosen={chosen} onChange={setChosen} />
          <Lifetime days={days} onChange={setDays} />
        </Form>
        {asked && isGrant && (
          <GrantStep
            name={name.trim()}
            days={days}
            organization={organization}
            create={create}
            onBack={() => setAsked(false)}
          />
        )}
      </Card>
    </div>
  );
}

interface GrantStepProps {
  readonly name: string;
  /** Lifetime in days; 0 for ever. */
  readonly days: number;
  readonly organization: string | undefined;
  readonly create: Action<void, void>;
  readonly onBack: () => void;
}

/** The step before a key that may make other keys: it says who gets which rights, and what the key proves. */
function GrantStep({ name, days, organization, create, onBack }: GrantStepProps) {
  return (
    <Dialog title="A key with every right" onClose={onBack}>
      <Confirm
        title="Confirm the key"
        words={["Create the key", "Creating…"]}
        busy={create.busy}
        onYes={() => void create.run()}
        onBack={onBack}
      >
        <Notice kind="fair">
          Whoever holds <bdi>{name}</bdi> makes and revokes keys{" "}
          {organization === undefined ? "in your name" : <OrganizationOf id={organization} />},
          without your password. The key proves that somebody has it, and not who.
        </Notice>
        <p class="hint before">
          {days === 0 ? "It lasts until it is revoked." : `It lasts ${days} days.`}
        </p>
      </Confirm>
      {create.problem && <Notice kind="poor">{create.problem}</Notice>}
    </Dialog>
  );
}

function OrganizationOf({ id }: { readonly id: string }) {
  return (
    <>
      of <OwnerName id={id} />
    </>
  );
}

interface LifetimeProps {
  readonly days: number;
  readonly onChange: (days: number) => void;
}

function Lifetime({ days, onChange }: LifetimeProps) {
  return (
    <Field label="Valid for">
      {(ties) => (
        <select
          {...ties}
          value={String(days)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          {LIFETIMES.map(([count, text]) => (
            <option key={count} value={count}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
