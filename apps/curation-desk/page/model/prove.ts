import { accounts } from "./service.ts";
import type { Account } from "./wallets.ts";

/** A message of the server, signed by the wallet. Each message is good for one call. */
export async function prove(account: Account) {
  const { message } = await accounts.issueNonce({ body: { wallet_address: account.address } });
  const signature = await account.sign(message);
  return { message, signature: typeof signature === "string" ? signature : [...signature] };
}
