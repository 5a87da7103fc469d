/** Letters to the holders of accounts, as they wait in the outbox. */

/** A letter that is to be written and sent; by its kind: a link that was asked for, or the notice of a change. */
export type Letter =
  | {
      /** Kind of the letter: somebody has forgotten the password of an address, which may belong to no account. */
      readonly kind: "reset_requested";
      /** E-mail address as it was given. */
      readonly email: string;
    }
  | {
      /** Kind of the letter: somebody has lost the wallet of an address, which may belong to no account. */
      readonly kind: "recovery_requested";
      /** E-mail address as it was given. */
      readonly email: string;
    }
  | {
      /** Kind of the letter: the recovery of an account without its wallet has begun to wait. */
      readonly kind: "recovery_started";
      /** E-mail address of the account. */
      readonly to: string;
      /** Display name of the account; empty when it has none. */
      readonly name: string;
      /** Time from which the recovery can be completed, in milliseconds since the Unix epoch (UTC). */
      readonly completesAt: number;
    }
  | {
      /** Kind of the letter: the holder of an account wants to prove its address. */
      readonly kind: "verification_requested";
      /** Id of the account. */
      readonly userId: string;
    }
  | {
      /** Kind of the letter: an account is to have another address, once its reader opens the link. */
      readonly kind: "email_change";
      /** The new e-mail address. */
      readonly to: string;
      /** Display name of the account; empty when it has none. */
      readonly name: string;
      /** Token of the link. */
      readonly token: string;
    }
  | {
      /** Kind of the letter: the holder of an account wants to delete it, and proves so by a code. */
      readonly kind: "deletion_code";
      /** E-mail address of the account. */
      readonly to: string;
      /** Display name of the account; empty when it has none. */
      readonly name: string;
      /** The code. */
      readonly token: string;
    }
  | {
      /** Kind of the letter: a change that the holder of the account should know of. */
      readonly kind:
        | "password_changed"
        | "password_reset"
        | "email_changed"
        | "factor_added"
        | "factor_removed"
        | "wallet_changed"
        | "wallets_changed"
        | "wallet_claimed"
        | "recovery_ended"
        | "roles_changed"
        | "account_suspended"
        | "account_reinstated"
        | "keys_changed"
        | "organization_changed"
        | "sign_ins_changed"
        | "devices_changed";
      /** E-mail address that the account had before the change. */
      readonly to: string;
      /** Display name of the account; empty when it has none. */
      readonly name: string;
      /** Names of the API keys that stay valid. */
      readonly keys: readonly string[];
      /** Sentence that tells the change itself, where its kind does not. */
      readonly change?: string;
      /** Token of the link that takes a former address back; absent without one. */
      readonly token?: string;
    }
  | {
      /** Kind of the letter: somebody is invited to an organization. */
      readonly kind: "invitation";
      /** E-mail address that is invited. */
      readonly to: string;
      /** Name of the organization. */
      readonly organization: string;
      /** Token of the link. */
      readonly token: string;
      /** Days for which the link is accepted. */
      readonly days: number;
    }
  | {
      /** Kind of the letter: the deletion of the account was asked for, taken back, or has been done. */
      readonly kind: "deletion_requested" | "deletion_cancelled" | "account_deleted";
      /** E-mail address of the account. */
      readonly to: string;
      /** Display name of the account; empty when it has none. */
      readonly name: string;
      /** Time of the deletion in milliseconds since the Unix epoch (UTC). */
      readonly deletesAt: number;
    };

/** Kind of a letter about a change after which the API keys of the account stay valid. */
export type ChangeNotice = Extract<Letter, { readonly keys: readonly string[] }>["kind"];
