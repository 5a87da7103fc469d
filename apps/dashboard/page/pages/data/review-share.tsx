/** A share before it is sent: what it pays, and an earlier share of the same data for the same recipient. */

import type { Token } from "@bourse/contract/node";
import { Code, Confirm, moment, Notice } from "@bourse/ui";

import { sharePayment, type Share } from "../../model/share-payment.ts";
import { ConfirmPayment } from "../../parts/confirm-payment.tsx";
import { FeeLines } from "../../parts/fee-lines.tsx";
import { progressOf } from "./progress.ts";

/** Payment that goes with a share. */
export interface Payment {
  readonly token: Token;
  readonly amount: bigint;
}

export interface Review {
  /** Undefined for a share without a payment. */
  readonly payment: Payment | undefined;
  /** Share of the same data for the same recipient; undefined for none. */
  readonly earlier: Share | undefined;
}

interface ReviewShareProps extends Review {
  readonly recipient: string;
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

export function ReviewShare({ payment, earlier, recipient, ...step }: ReviewShareProps) {
  const { busy, onSend, onBack } = step;
  const warning = earlier && <Earlier share={earlier} pays={payment !== undefined} />;
  const again = earlier === undefined ? "" : " again";
  if (payment === undefined) {
    return (
      <Confirm
        title="Confirm the share"
        words={[`Share${again}`, WORKING]}
        busy={busy}
        onYes={onSend}
        onBack={onBack}
      >
        {warning}
        <FeeLines kind="share" to={recipient} payment={undefined} />
      </Confirm>
    );
  }
  return (
    <ConfirmPayment
      {...payment}
      kind="share"
      to={recipient}
      title="Confirm the payment of the share"
      words={[`Share and pay${again}`, WORKING]}
      warning={warning}
      busy={busy}
      onSend={onSend}
      onBack={onBack}
    />
  );
}

const WORKING = "Sealing, proving, delivering…";

function Earlier({ share, pays }: { readonly share: Share; readonly pays: boolean }) {
  const paid = sharePayment(share);
  return (
    <Notice kind="fair">
      You have shared this data with this recipient before: on {moment(share.created_at)},{" "}
      {paid === undefined ? "without a payment" : `for ${paid}`}, now {progressOf(share)}
      {share.tx_hash !== null && (
        <>
          , in transaction <Code text={share.tx_hash} label="transaction of the earlier share" />
        </>
      )}
      . {pays ? "Going on pays once more." : "Going on makes, and costs, another transaction."}
    </Notice>
  );
}
