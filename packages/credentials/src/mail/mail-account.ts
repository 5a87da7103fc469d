/** An account as its mails need it. */
export interface MailAccount {
  /** Id of the account. */
  readonly id: string;
  /** E-mail address. */
  readonly email: string;
  /** Key of the address; see `emailKey`. */
  readonly emailKey: string;
  /** Display name; empty when it has none. */
  readonly name: string;
  /** True when a proved wallet holds the account and nobody has proved its address: a mail does not open it. */
  readonly isHeldByWallet?: boolean;
  /** True when a proved wallet holds the account and its owner has proved the address: a mail can bring it back. */
  readonly isRecoverable?: boolean;
}
