/** The way in: by a wallet's signature, or by e-mail and password. */

import {
  Card,
  Empty,
  Field,
  formatPlace,
  Notice,
  PasskeyButton,
  takePasskey,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { codeOf } from "../model/explain.ts";
import { explained } from "../model/explained.ts";
import { wrongPasskey } from "../model/factor-answers.ts";
import { prove } from "../model/prove.ts";
import { accounts } from "../model/service.ts";
import { wallets, type Account, type Wallet } from "../model/wallets.ts";
import { Providers } from "./providers.tsx";
import { challenge, enter, enterBy, newcomer } from "./sign-in/enter.ts";
import { Registration } from "./sign-in/registration.tsx";
import { SecondStep } from "./sign-in/second-step.tsx";

export function SignIn() {
  if (challenge.value !== undefined) return <SecondStep />;
  return (
    <>
      {newcomer.value !== undefined && <Newcomer />}
      <Wallets />
      {newcomer.value === undefined && <ByEmail />}
      <Registration />
    </>
  );
}

/** The next step of a person who has proved who they are at a provider, and has no account here. */
function Newcomer() {
  return (
    <Card title="Nearly there">
      <p>
        No account is linked with this sign-in yet. Make one with a wallet, or with a name and the
        address of a wallet: it opens by this sign-in from then on.
      </p>
      <p class="hint switch">
        You have an account already?{" "}
        <button type="button" class="second small" onClick={() => (newcomer.value = undefined)}>
          Sign in to it
        </button>{" "}
        and link the sign-in on the page My account.
      </p>
    </Card>
  );
}

/** A wallet that has no account yet, and the account in it that was chosen. */
interface NewWallet {
  readonly wallet: Wallet;
  readonly account: Account;
}

function Wallets() {
  const [found, setFound] = useState<NewWallet>();
  const [waiting, setWaiting] = useState<Wallet>();
  const connect = useAction(
    explained(async (wallet: Wallet) => {
      setWaiting(wallet);
      try {
        const account = await wallet.connect();
        try {
          const proof = await prove(account);
          await enterBy(() => accounts.login({ body: proof }));
        } catch (error) {
          if (codeOf(error) !== "INVALID_CREDENTIALS") throw error;
          setFound({ wallet, account });
        }
      } finally {
        setWaiting(undefined);
      }
    }),
  );
  if (found !== undefined) return <NewAccount {...found} onBack={() => setFound(undefined)} />;
  const installed = wallets.value;
  return (
    <Card title="With a wallet">
      {installed.length === 0 ? (
        <Empty title="This browser has no wallet">
          Install one for Ethereum (EIP-6963) or Solana (wallet standard) and load this page again,
          or sign in by e-mail.
        </Empty>
      ) : (
        <ul class="plain wallets">
          {installed.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                class="second wallet"
                disabled={connect.busy}
                onClick={() => void connect.run(wallet)}
              >
                {wallet.icon === undefined ? <span /> : <img src={wallet.icon} alt="" />}
                <span>{wallet.name.slice(0, 40)}</span>
                <span class="hint">{wallet.network}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="hint switch">
        <a href={formatPlace(["recover-wallet"])}>Lost your wallet?</a>
      </p>
      {waiting !== undefined && (
        <Notice kind="fair">
          Confirm in {waiting.name.slice(0, 40)}: choose an account and sign the message. It costs
          nothing and moves nothing.
        </Notice>
      )}
      {connect.problem !== undefined && <Notice kind="poor">{connect.problem}</Notice>}
    </Card>
  );
}

function NewAccount({ wallet, account, onBack }: NewWallet & { readonly onBack: () => void }) {
  const [username, setUsername] = useState("");
  const create = useAction(
    explained(async () => {
      const oidc = newcomer.value;
      const proof = await prove(account);
      const body = { wallet_address: account.address, username, ...proof, ...(oidc && { oidc }) };
      enter(await accounts.register({ body }));
    }),
  );
  return (
    <Card title="Create the account of this wallet">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create.run(undefined);
        }}
      >
        <p class="breaking">
          <code>{account.address}</code> has no account here yet. Choose a name;{" "}
          {wallet.name.slice(0, 40)} then asks for one more signature.
        </p>
        <Field
          label="Name"
          hint="3–50 letters, digits and _ . -"
          fault={create.faultOf("username")}
        >
          {(ties) => (
            <input
              {...ties}
              autocomplete="username"
              spellcheck={false}
              value={username}
              onInput={(event) => setUsername(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <div class="buttons">
          <button type="submit" disabled={create.busy || username.length < 3}>
            {create.busy ? "Confirm in the wallet…" : "Create and sign"}
          </button>
          <button type="button" class="second" onClick={onBack}>
            Back
          </button>
        </div>
        {create.problem !== undefined && create.field !== "username" && (
          <Notice kind="poor">{create.problem}</Notice>
        )}
      </form>
    </Card>
  );
}

function ByEmail() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const login = useAction(
    explained(() => enterBy(() => accounts.login({ body: { email, password } }))),
  );
  return (
    <Card title="By e-mail">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void login.run(undefined);
        }}
      >
        <Field label="E-mail" fault={login.faultOf("email")}>
          {(ties) => (
            <input
              {...ties}
              type="email"
              autocomplete="username"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <Field label="Password" fault={login.faultOf("password")}>
          {(ties) => (
            <input
              {...ties}
              type="password"
              autocomplete="current-password"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" disabled={login.busy || email === "" || password === ""}>
          {login.busy ? "Signing in…" : "Sign in"}
        </button>
        {login.problem !== undefined && login.field === undefined && (
          <Notice kind="poor">{login.problem}</Notice>
        )}
      </form>
      <PasskeyButton
        words={["Sign in with a passkey", "Waiting for the passkey…"]}
        onUse={() => enterByPasskey(undefined)}
      />
      <Providers aim="login" />
      <p class="hint switch">
        <a href={formatPlace(["forgot"])}>Forgot your password?</a>
      </p>
    </Card>
  );
}

/** Signs in by a passkey alone. */
const enterByPasskey = explained(async () => {
  const credential = await takePasskey(await accounts.beginPasskeyLogin({ body: {} }));
  enter(await accounts.loginWithPasskey({ body: { credential } }).catch(wrongPasskey));
});
