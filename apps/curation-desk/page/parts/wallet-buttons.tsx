/** A button for each wallet that this browser has. */

import { Empty } from "@bourse/ui";

import { wallets, type Wallet } from "../model/wallets.ts";

interface WalletButtonsProps {
  /** Words before the wallet's name. */
  readonly verb: string;
  readonly busy: boolean;
  readonly onUse: (wallet: Wallet) => void;
}

export function WalletButtons({ verb, busy, onUse }: WalletButtonsProps) {
  if (wallets.value.length === 0) {
    return (
      <Empty title="This browser has no wallet">
        Open this page in a browser that has the wallet.
      </Empty>
    );
  }
  return wallets.value.map((wallet) => (
    <p key={wallet.id}>
      <button type="button" class="second" disabled={busy} onClick={() => onUse(wallet)}>
        {verb} {wallet.name.slice(0, 40)}
      </button>
    </p>
  ));
}
