/** Port of alerts: what a program needs to tell an operator something. */

/** A message to an operator. */
export interface AlertMessage {
  /** Id of the message, a UUID, the same when it is sent again; the text shows it. */
  readonly id: string;
  /** Subject, one line of at most 200 characters. */
  readonly subject: string;
  /** Content as plain text; it says so when an earlier sending of it may have arrived. */
  readonly text: string;
  /** True when an earlier sending of this message ended without an answer. */
  readonly isRepeat: boolean;
}

/**
 * The outcome of a sending. A rejection is an unknown outcome: the message may have arrived.
 */
export type AlertOutcome =
  | {
      /** The receiver's service has taken the message over. */
      readonly status: "sent";
    }
  | {
      /** `failed`: the message was not taken, and will be tried again; `refused`: it will never be taken. */
      readonly status: "failed" | "refused";
      /** Reason in words, without a secret. */
      readonly reason: string;
    };

/** Sends messages to one receiver. */
export interface AlertChannel {
  /** Name of the channel, such as `mail`: lower-case letters, 1–20 characters. What it has sent is kept under it. */
  readonly name: string;
  /** Maximum number of characters of a text. 1000–100,000. */
  readonly maxLength: number;
  /** Sends one message. Reasons and errors are stored and logged: they hold no secret. */
  send(message: AlertMessage, sending: { readonly signal: AbortSignal }): Promise<AlertOutcome>;
}
