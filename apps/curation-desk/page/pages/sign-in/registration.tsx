/** An account by e-mail: the server asks for a wallet address too, which can be proved later. */

import { Card, Field, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../../model/explained.ts";
import { accounts } from "../../model/service.ts";
import { enter, newcomer } from "./enter.ts";

const FIELDS = [
  ["username", "Username", "text", "3–50 letters, digits and _ . -", "nickname"],
  [
    "wallet_address",
    "Wallet address",
    "text",
    "Ethereum or Solana; markets are made in its name",
    "off",
  ],
  ["email", "New e-mail", "email", "", "email"],
  ["password", "New password", "password", "8–128 characters", "new-password"],
  ["admin_code", "Admin code", "text", "Only for an address that the operator reserved", "off"],
] as const;

type Typed = Readonly<Record<(typeof FIELDS)[number][0], string>>;

export function Registration() {
  const [typed, setTyped] = useState<Typed>({
    username: "",
    wallet_address: "",
    email: "",
    password: "",
    admin_code: "",
  });
  const oidc = newcomer.value;
  const fields = oidc === undefined ? FIELDS : FIELDS.slice(0, 2);
  const create = useAction(
    explained(async ({ username, wallet_address, email, password, admin_code }: Typed) => {
      const login =
        oidc === undefined
          ? { email, password, ...(admin_code !== "" && { admin_code }) }
          : { oidc };
      enter(await accounts.register({ body: { username, wallet_address, ...login } }));
    }),
  );
  const isWhole = fields.every(([name]) => name === "admin_code" || typed[name] !== "");
  return (
    <Card title="New here?">
      <details open={oidc !== undefined}>
        <summary>
          Create an account {oidc === undefined ? "by e-mail" : "with a wallet address"}
        </summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void create.run(typed);
          }}
        >
          {fields.map(([name, label, type, hint, autocomplete]) => (
            <Field key={name} label={label} hint={hint} fault={create.faultOf(name)}>
              {(ties) => (
                <input
                  {...ties}
                  type={type as "text"}
                  autocomplete={autocomplete}
                  spellcheck={false}
                  value={typed[name]}
                  onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
          <button type="submit" disabled={create.busy || !isWhole}>
            {create.busy ? "Creating…" : "Create the account"}
          </button>
          {create.problem !== undefined && !(create.field ?? "" in typed) && (
            <Notice kind="poor">{create.problem}</Notice>
          )}
        </form>
      </details>
      <p class="hint spaced">
        With a wallet no form is needed: connect it, and choose a name when it has no account yet.
      </p>
    </Card>
  );
}
