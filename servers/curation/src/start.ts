/** The composition root: opens store, keys and core, binds the routes and listens. */

import { createRequire } from "node:module";

import { curationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import {
  createClosingStack,
  createHttpServer,
  silentLogger,
  type HttpLogger,
  type HttpServer,
  type RunningServer,
} from "@bourse/http";
import type { Clock } from "@bourse/kernel";

import { curationDocument } from "./document.ts";
import type { CurationEnvironment } from "./environment.ts";
import { openCurationCore, storeUrl, type CurationServerParts } from "./open-core.ts";

/**
 * Starts the server.
 *
 * A failed start closes what it has opened. `close` drains the server: readiness answers 503, event streams end, running
 * requests are answered within 10 s, then files and locks are released.
 *
 * @throws StoreError STORE_LOCKED when another process has the data, STORE_CORRUPT, STORE_URL_INVALID;
 * CurationServerError; CredentialsError SIGNING_KEYS_UNREADABLE; HttpError PORT_IN_USE and the like
 */
export async function startCurationServer(
  config: CurationEnvironment,
  logger: HttpLogger = silentLogger,
  parts: CurationServerParts = {},
): Promise<RunningServer> {
  const opened = createClosingStack();
  try {
    const warn = (message: string): void => logger.warn({}, message);
    const core = await openCurationCore(config, opened, warn, parts);
    const timer = setInterval(() => void maintain(core, logger), MAINTAIN_MILLISECONDS);
    opened.push(async () => clearInterval(timer));
    const http = createServer(config, logger, core, parts.clock);
    const { url } = await http.listen({ host: config.HOST, port: config.CURATION_PORT });
    opened.push(() => http.drain({ deadlineMilliseconds: REQUEST_DEADLINE_MILLISECONDS }));
    return {
      url,
      docsUrl: `${url}/docs`,
      storeLocation: storeUrl(config).replace(/\/\/[^/@]*@/, "//***@"),
      adminHint: adminHint(config, url),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Interval of maintenance: replicas read rotated keys, expired records are deleted. */
const MAINTAIN_MILLISECONDS = 5000;
/** Time that running requests have to finish when the server closes. */
const REQUEST_DEADLINE_MILLISECONDS = 10_000;

/** The manifest is one folder above both the source and the bundle. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

async function maintain(core: CurationCore, logger: HttpLogger): Promise<void> {
  try {
    await core.maintain();
  } catch (error) {
    logger.error({ err: error }, "maintenance failed; retrying in 5 s");
  }
}

function createServer(
  config: CurationEnvironment,
  logger: HttpLogger,
  core: CurationCore,
  clock: Clock | undefined,
): HttpServer {
  return createHttpServer({
    api: curationApi,
    routes: bindCurationApi(core, {
      service: { name: "bourse-curation", version },
      writesPerMinute: config.WRITES_PER_MINUTE,
      onError: (error, call) =>
        logger.error({ err: error, ...call }, "unhandled error in request handler"),
      ...(clock === undefined ? {} : { clock }),
    }),
    logger,
    document: () => curationDocument(version),
    corsOrigins: config.CORS_ORIGINS.length === 0 ? ["*"] : config.CORS_ORIGINS,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
  });
}

function adminHint({ ADMIN_EMAILS, ADMIN_WALLETS }: CurationEnvironment, url: string): string {
  const register = `POST ${url}/api/v1/auth/register`;
  return ADMIN_EMAILS.length + ADMIN_WALLETS.length > 0
    ? register
    : `${register}; set the first admin in ADMIN_EMAILS or ADMIN_WALLETS`;
}
