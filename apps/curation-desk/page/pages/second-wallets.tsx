/** The second wallets of the account: listed, added with a proof of the owner, and removed. */

import { Card, Notice, ONCE, SecretInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { useLoaded } from "../model/loaded.ts";
import { prove } from "../model/prove.ts";
import { accounts } from "../model/service.ts";
import { user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import type { Wallet } from "../model/wallets.ts";
import { WalletButtons } from "../parts/wallet-buttons.tsx";

export function SecondWallets() {
  const list = useLoaded("wallets", (signal) => accounts.listWallets({}, { signal }));
  const remove = useAction<string, void>(
    explained(async (wallet_address) => {
      await accounts.removeWallet({ params: { wallet_address } }, ONCE);
      list.reload();
      toast("The wallet recovers the account no more.");
    }),
  );
  const problem = list.problem ?? remove.problem;
  return (
    <Card title="Second wallets">
      <p class="hint before">
        A second wallet brings the account back when its own is lost, after a waiting time. It does
        not log in.
      </p>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      <ul class="plain trail">
        {list.value?.map(({ wallet_address, added_at }) => (
          <li key={wallet_address} class="user">
            <span>
              <code class="breaking">{wallet_address}</code>
              <span class="facts">
                <span>added {timeText(added_at)}</span>
              </span>
            </span>
            <button
              type="button"
              class="second danger small"
              disabled={remove.busy}
              aria-label={`Remove ${wallet_address}`}
              onClick={() => void remove.run(wallet_address)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Add onAdded={list.reload} />
    </Card>
  );
}

/** The part of a change that proves its owner. */
type Owner = Pick<
  Parameters<typeof accounts.addWallet>[0]["body"],
  "current_password" | "current_message" | "current_signature" | "refresh_token"
>;

/** Asks for the proof of the owner first, then for the signature of the wallet to add. */
function Add({ onAdded }: { readonly onAdded: () => void }) {
  const [password, setPassword] = useState("");
  const [signed, setSigned] = useState<Owner>();
  const who = user.value;
  const isByPassword = who?.email !== null;
  const isByWallet = !isByPassword && who?.wallet_verified === true;
  const sign = useAction<Wallet, void>(
    explained(async (wallet) => {
      const { message, signature } = await prove(await wallet.connect());
      setSigned({ current_message: message, current_signature: signature });
    }),
  );
  const ownerOf = async (): Promise<Owner> => {
    if (isByPassword) return { current_password: password };
    return signed ?? { refresh_token: (await accounts.tokens.load())?.refreshToken ?? "" };
  };
  const add = useAction<Wallet, void>(
    explained(async (wallet) => {
      const account = await wallet.connect();
      const proof = { wallet_address: account.address, ...(await prove(account)) };
      await accounts.addWallet({ body: { ...proof, ...(await ownerOf()) } }, ONCE);
      setPassword("");
      setSigned(undefined);
      onAdded();
      toast("The wallet can recover the account.");
    }),
  );
  const isAsked = isByWallet && signed === undefined;
  const { busy, problem, run } = isAsked ? sign : add;
  return (
    <>
      {isByPassword && (
        <SecretInput
          label="Password of the account"
          autocomplete="current-password"
          value={password}
          onInput={setPassword}
        />
      )}
      {isAsked && <p class="hint">First sign by the wallet of the account.</p>}
      {isByWallet && !isAsked && <p class="hint">Now choose the wallet to add.</p>}
      <WalletButtons
        key={isAsked ? "own" : "second"}
        verb={isAsked ? "Sign by" : "Add"}
        busy={busy || (isByPassword && password === "")}
        onUse={(wallet) => void run(wallet)}
      />
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
    </>
  );
}
