/** Port of mail: what a program needs to send one. */

/** A mail to one person. */
export interface Mail {
  /** E-mail address of the receiver. */
  readonly to: string;
  /** Subject, one line. */
  readonly subject: string;
  /** Content as plain text. */
  readonly text: string;
  /** The same content as HTML. Default: plain text only. */
  readonly html?: string;
}

/** Circumstances of one sending. */
export interface MailSending {
  /** Id of the mail, the same when it is sent again: it becomes the first part of the header `Message-ID`. */
  readonly id: string;
  /** Aborted when the sending takes too long. */
  readonly signal: AbortSignal;
}

/** Sends mails. */
export interface MailSender {
  /**
   * Resolves once another server has taken the mail over.
   *
   * @throws OutboxError DELIVERY_REFUSED when the receiver will never take it; whatever else goes wrong may pass
   */
  send(mail: Mail, sending: MailSending): Promise<void>;
}
