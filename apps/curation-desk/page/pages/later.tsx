/** The pages that few readers open, and none at first: the code of each is fetched when it is shown. */

import { Later } from "@bourse/ui";
import type { FunctionComponent } from "preact";

export const Account = later("My account", async () => (await import("./account.tsx")).Account);
export const Accounts = later("Accounts", async () => (await import("./accounts.tsx")).Accounts);
export const Audit = later("Audit", async () => (await import("./audit.tsx")).Audit);
export const LostWallet = later(
  "Lost wallet",
  async () => (await import("./lost-wallet.tsx")).LostWallet,
);
export const ForgottenPassword = later(
  "Forgotten password",
  async () => (await import("./recovery.tsx")).ForgottenPassword,
);
export const NewPassword = later(
  "New password",
  async () => (await import("./recovery.tsx")).NewPassword,
);
export const ProvedAddress = later(
  "Confirm your e-mail",
  async () => (await import("./recovery.tsx")).ProvedAddress,
);
export const Statistics = later(
  "Statistics",
  async () => (await import("./statistics.tsx")).Statistics,
);
export const Webhooks = later(
  "Webhooks",
  async () => (await import("./webhooks/account-webhooks.tsx")).AccountWebhooks,
);

function later(title: string, load: () => Promise<FunctionComponent>): FunctionComponent {
  return function LaterPage() {
    return <Later title={title} load={load} />;
  };
}
