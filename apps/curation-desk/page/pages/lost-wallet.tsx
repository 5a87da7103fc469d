/** A lost wallet: the proof by mail or by a second wallet, the waiting time, and the new wallet. */

import type { ProvedRecovery, RecoveryProof as Proof } from "@bourse/contract/curation";
import {
  Card,
  challengeOf,
  CodeInput,
  type FactorChallenge,
  forgetToken,
  ForgottenPassword,
  Form,
  go,
  Notice,
  PasskeyButton,
  serverNow,
  takePasskey,
  toast,
  tokenFor,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { wrongCode, wrongPasskey } from "../model/factor-answers.ts";
import { prove } from "../model/prove.ts";
import { accounts } from "../model/service.ts";
import { hasAccount } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import type { Wallet } from "../model/wallets.ts";
import { WalletButtons } from "../parts/wallet-buttons.tsx";

/** A proof that waits for the second factor of its account. */
interface Asked {
  readonly proof: Proof;
  readonly challenge: FactorChallenge;
}

const ask = explained((email: string) => accounts.requestRecovery({ body: { email } }));

export function LostWallet() {
  const [proved, setProved] = useState<ProvedRecovery>();
  const [asked, setAsked] = useState<Asked>();
  const send = async (proof: Proof): Promise<void> => {
    try {
      setProved(await accounts.proveRecovery({ body: proof }));
      setAsked(undefined);
      forgetToken("recover-wallet");
    } catch (error) {
      const challenge = challengeOf(error, "FACTOR_REQUIRED");
      if (challenge === undefined) throw error;
      setAsked({ proof, challenge });
    }
  };
  const token = tokenFor("recover-wallet");
  if (proved !== undefined) {
    return isDue(proved) ? <NewWallet proved={proved} /> : <Waiting proved={proved} />;
  }
  if (asked !== undefined) return <Factor asked={asked} send={send} />;
  if (token !== undefined) return <ByLink begin={() => send({ token })} />;
  return (
    <>
      <p class="hint before">
        An account comes back without its wallet after a waiting time: by its confirmed e-mail
        address, or by a second wallet that you have added before. Prove it now, and once more when
        the time has come.
      </p>
      <ForgottenPassword isSignedIn={hasAccount.value} ask={ask} />
      <BySecondWallet send={send} />
    </>
  );
}

function isDue({ completes_at }: ProvedRecovery): boolean {
  return Date.parse(completes_at) <= serverNow();
}

/** Uses the link at the reader's word: programs that look through mails open links too. */
function ByLink({ begin }: { readonly begin: () => Promise<void> }) {
  const action = useAction<void, void>(explained(begin));
  return (
    <Card title="Recover your account">
      <Form action={action} words={["Recover the account", "Proving…"]}>
        <p class="hint before">
          The link proves that the address of the account is yours, and begins the waiting time or
          ends it.
        </p>
      </Form>
    </Card>
  );
}

function BySecondWallet({ send }: { readonly send: (proof: Proof) => Promise<void> }) {
  const action = useAction<Wallet, void>(
    explained(async (wallet) => send(await prove(await wallet.connect()))),
  );
  return (
    <Card title="A second wallet">
      <WalletButtons
        verb="Recover by"
        busy={action.busy}
        onUse={(wallet) => void action.run(wallet)}
      />
      {action.problem !== undefined && <Notice kind="poor">{action.problem}</Notice>}
    </Card>
  );
}

function Factor({
  asked: { proof, challenge },
  send,
}: {
  readonly asked: Asked;
  readonly send: (proof: Proof) => Promise<void>;
}) {
  const [code, setCode] = useState("");
  const answer = { ...proof, challenge: challenge.challenge };
  const check = useAction<void, void>(explained(() => send({ ...answer, code }).catch(wrongCode)));
  const byPasskey = explained(async () => {
    const body = { challenge: challenge.challenge };
    const credential = await takePasskey(await accounts.beginPasskeyLogin({ body }));
    await send({ ...answer, credential }).catch(wrongPasskey);
  });
  return (
    <Card title="Your second factor">
      <Form action={check} words={["Go on", "Checking…"]} isReady={code !== ""}>
        <CodeInput value={code} onInput={setCode} />
      </Form>
      {challenge.factors.includes("passkey") && (
        <PasskeyButton
          words={["Use a passkey", "Waiting for the passkey…"]}
          onUse={() => byPasskey(undefined)}
        />
      )}
    </Card>
  );
}

function Waiting({ proved }: { readonly proved: ProvedRecovery }) {
  return (
    <Card title="The recovery waits">
      <Notice kind="good">
        Come back {timeText(proved.completes_at)}, within a week, and prove it in the same way once
        more.
      </Notice>
      <p class="hint spaced">
        Do not sign in until then: every login ends the recovery, so that the owner of an account
        can stop a stranger.
      </p>
    </Card>
  );
}

function NewWallet({ proved: { recovery_token } }: { readonly proved: ProvedRecovery }) {
  const action = useAction<Wallet, void>(
    explained(async (wallet) => {
      const account = await wallet.connect();
      const proof = await prove(account);
      const body = { recovery_token, wallet_address: account.address, ...proof };
      await accounts.completeRecovery({ body });
      toast("Your account has the new wallet, and all sessions have ended. Sign in with it.");
      go(["sign-in"]);
    }),
  );
  return (
    <Card title="Your new wallet">
      <p class="hint before">
        The wallet that signs now logs in to the account from now on; the lost one no more.
      </p>
      <WalletButtons verb="Take" busy={action.busy} onUse={(wallet) => void action.run(wallet)} />
      {action.problem !== undefined && <Notice kind="poor">{action.problem}</Notice>}
    </Card>
  );
}
