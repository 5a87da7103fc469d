/** A payment as it is about to be made, in exact units, before it is sent. */

import type { Token } from "@bourse/contract/node";
import { Confirm } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import { decimalsOf, formatUnits } from "../model/units.ts";
import { FeeLines } from "./fee-lines.tsx";

interface ConfirmPaymentProps {
  /** Names the group for those who hear the page. */
  readonly title: string;
  readonly kind: "transfer" | "share";
  readonly to: string;
  readonly token: Token;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  /** Word on the button that sends, and the word while it is under way. */
  readonly words: readonly [string, string];
  /** Shown above what is paid. Default: nothing. */
  readonly warning?: ComponentChildren;
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

export function ConfirmPayment(props: ConfirmPaymentProps) {
  const { kind, title, to, token, amount, words, warning, busy, onSend, onBack } = props;
  return (
    <Confirm title={title} words={words} busy={busy} onYes={onSend} onBack={onBack}>
      {warning}
      <p>You are about to pay, and it cannot be taken back:</p>
      <dl class="pairs">
        <dt>Amount</dt>
        <dd>
          <strong>
            {formatUnits(amount.toString(), decimalsOf(token))} {token.symbol}
          </strong>
        </dd>
        <dt>In smallest units</dt>
        <dd class="breaking">{amount.toString()}</dd>
        <dt>To</dt>
        <dd class="breaking">
          <code>{to}</code>
        </dd>
      </dl>
      <FeeLines kind={kind} to={to} payment={{ token, amount }} />
    </Confirm>
  );
}
