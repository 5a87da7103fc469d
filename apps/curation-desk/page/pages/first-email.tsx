/** The first e-mail address of an account that signs in by its wallet, whose signature proves the owner. */

import { Card, Notice, SecretInput, TextInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { prove } from "../model/prove.ts";
import { accounts } from "../model/service.ts";
import { user } from "../model/session.ts";
import type { Wallet } from "../model/wallets.ts";
import { WalletButtons } from "../parts/wallet-buttons.tsx";

export function FirstEmail() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [awaited, setAwaited] = useState<string>();
  const add = useAction<Wallet, void>(
    explained(async (wallet) => {
      const { message, signature } = await prove(await wallet.connect());
      const owner = { current_message: message, current_signature: signature };
      const now = await accounts.setEmail({ body: { email, new_password: password, ...owner } });
      // Where mails are sent, the address counts once its link is opened.
      if (now.email === null) setAwaited(email);
      else toast("The account signs in by its e-mail too; all other sessions have ended.");
      setEmail("");
      setPassword("");
      user.value = now;
    }),
  );
  const isPlaced = add.field === "email" || add.field === "new_password";
  return (
    <Card title="E-mail and password">
      <p class="hint before">
        With an e-mail address and a password you sign in without the wallet, too. The wallet signs
        that the account is yours.
      </p>
      <TextInput
        label="E-mail"
        type="email"
        autocomplete="email"
        value={email}
        onInput={setEmail}
        fault={add.faultOf("email")}
      />
      <SecretInput
        label="New password"
        autocomplete="new-password"
        hint="8 to 128 characters. All other sessions end."
        value={password}
        onInput={setPassword}
        fault={add.faultOf("new_password")}
      />
      <WalletButtons
        verb="Add them, signed by"
        busy={add.busy || email === "" || password === ""}
        onUse={(wallet) => void add.run(wallet)}
      />
      {add.problem !== undefined && !isPlaced && <Notice kind="poor">{add.problem}</Notice>}
      {awaited !== undefined && (
        <Notice kind="good">
          A mail with a link is on its way to {awaited}: the address counts once you open it.
        </Notice>
      )}
    </Card>
  );
}
