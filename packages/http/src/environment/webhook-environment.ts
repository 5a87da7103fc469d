/** The variables of webhooks, which servers with owners of webhooks read. */

import { choiceVariable, integerVariable, type Variable } from "./variables.ts";

/** Spread into the shape of a server that sends webhooks. */
export interface WebhookEnvironment {
  /** `off` where no request may leave the server; the routes answer 501 then. Default `on`. */
  readonly WEBHOOKS: Variable<"on" | "off">;
  /**
   * `yes` admits receivers at private, loopback and link-local addresses, and `http:` on the loopback interface.
   * Default `no`.
   */
  readonly WEBHOOK_ALLOW_PRIVATE: Variable<"yes" | "no">;
  /** Maximum number of webhooks of one owner. 1–100. Default 10. */
  readonly WEBHOOKS_PER_OWNER: Variable<number>;
  /** Hours for which deliveries are kept after their end, to be listed and replayed. 1–8760. Default 72. */
  readonly WEBHOOK_KEEP_HOURS: Variable<number>;
}

/** The environment variables of webhooks, with their defaults and bounds. */
export const webhookEnvironment: WebhookEnvironment = {
  WEBHOOKS: choiceVariable(["on", "off"], "on"),
  WEBHOOK_ALLOW_PRIVATE: choiceVariable(["yes", "no"], "no"),
  WEBHOOKS_PER_OWNER: integerVariable({ min: 1, max: 100, default: 10 }),
  WEBHOOK_KEEP_HOURS: integerVariable({ min: 1, max: 8760, default: 72 }),
};
