/** Settings that make no sense together, or that somebody should know of. */

import { checkSecrets, isLoopback, type HttpLogger } from "@bourse/http";

import { movesRealMoney } from "./access.ts";
import { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
import { NodeServerError } from "./errors.ts";
import { ignoresStoreUrl } from "./store-url.ts";

/**
 * Refuses or warns, before anything is opened.
 *
 * @throws NodeServerError SETTINGS_CONFLICT; HttpError ENVIRONMENT_INVALID for a guessable secret in production
 */
export function checkSettings(config: NodeEnvironment, logger: HttpLogger): void {
  if (!isLoopback(config.DASHBOARD_API_HOST) && config.DASHBOARD_KEY === undefined) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `The dashboard can spend the wallet. Bound to ${config.DASHBOARD_API_HOST} it needs DASHBOARD_KEY (16 characters or more), or set DASHBOARD_API_HOST=127.0.0.1.`,
    );
  }
  if (config.DASHBOARD_KEY !== undefined && config.DASHBOARD_KEY.length < 16) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "DASHBOARD_KEY: expected 16 characters or more.",
    );
  }
  checkSecrets(nodeEnvironment, config, (sentence) => logger.warn({}, sentence));
  if (config.BLOCKCHAIN_URL.length > 0 && config.COMPLIANCE_CONTRACT === undefined) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "BLOCKCHAIN_URL needs COMPLIANCE_CONTRACT: the address of the compliance contract on that chain.",
    );
  }
  if (config.AUTH_URL !== undefined && config.AUTH_ACCOUNTS.length === 0) {
    if (movesRealMoney(config)) {
      throw new NodeServerError(
        "SETTINGS_CONFLICT",
        "AUTH_URL lets the accounts of an auth server read the data of the node and pay from its wallet. On a chain with real money, name those who may in AUTH_ACCOUNTS.",
      );
    }
    logger.warn(
      {},
      "every account of the auth server at AUTH_URL may use this node; AUTH_ACCOUNTS names those that may",
    );
  }
  if (config.MIN_TIP_GWEI > config.MAX_FEE_GWEI) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `MIN_TIP_GWEI: expected at most MAX_FEE_GWEI, which is ${config.MAX_FEE_GWEI}, but found ${config.MIN_TIP_GWEI}.`,
    );
  }
  if (!isLoopback(config.INTERNAL_API_HOST)) {
    logger.warn(
      { host: config.INTERNAL_API_HOST },
      "the internal API is not bound to loopback: every call to it but health needs an API key",
    );
  }
  if (ignoresStoreUrl(config)) {
    logger.warn({}, "STORE_URL names no PostgreSQL: the node keeps its data in DATA_DIR/node");
  }
}
