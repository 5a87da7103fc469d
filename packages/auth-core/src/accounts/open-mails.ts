/** The mails of accounts, with the core's own accounts and errors. */

import {
  type AccountMail,
  type AccountMailOptions,
  type MailAccount,
  openAccountMail,
  type ResolvedLoginOptions,
} from "@bourse/credentials";

import type { Audit } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";
import { accounts } from "./account.ts";
import { findByEmail } from "./find-account.ts";

type Parts = Pick<ResolvedLoginOptions, "store" | "masterKey" | "clock" | "ids" | "onThrottled"> & {
  readonly mail: AccountMailOptions | undefined;
};

/** Opens the mails of the core. @throws KernelError OPTION_INVALID */
export function openMails(options: Parts, audit: Audit): AccountMail {
  const { store, masterKey, clock, ids, mail, onThrottled } = options;
  return openAccountMail({
    store,
    masterKey,
    clock,
    ids,
    mail,
    onThrottled,
    find: async (by, reader): Promise<MailAccount | undefined> => {
      const account =
        "id" in by
          ? (await reader.get(accounts, by.id))?.value
          : await findByEmail(reader, by.email);
      return account?.status === "active" ? account : undefined;
    },
    refuse: (code, message, given) => new AuthError(code, message, given),
    sent: (purpose, userId) => {
      const action =
        purpose === "password_reset" ? "password.reset_link_sent" : "email.verification_sent";
      audit.record(action, { userId });
    },
  });
}
