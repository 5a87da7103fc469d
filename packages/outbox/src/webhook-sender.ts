/** Port of webhooks: what a program needs to send one. */

/** A request to a receiver of webhooks. */
export interface WebhookRequest {
  /** Address of the receiver. */
  readonly url: string;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, JSON. */
  readonly body: string;
}

/** Sends webhooks over HTTP. */
export interface WebhookSender {
  /**
   * A sentence that says why the address can never be a receiver, judged by its text alone; undefined when it may be
   * one. `send` checks the addresses that its name stands for.
   */
  refusal(url: URL): string | undefined;
  /**
   * Sends a request and resolves to the status of its answer, whichever it is. A rejection's message is shown to the
   * owner of the webhook: it must not tell what a name inside the network stands for.
   */
  send(request: WebhookRequest, options: { readonly signal: AbortSignal }): Promise<number>;
}
