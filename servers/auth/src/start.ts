/** The composition root: store, keys, core and routes, wired and listening. */

import { createRequire } from "node:module";

import type { AuthCore } from "@bourse/auth-core";
import { authApiAt } from "@bourse/contract/auth";
import { bindAuthApi } from "@bourse/handlers/auth";
import {
  createClosingStack,
  createHttpServer,
  silentLogger,
  type HttpLogger,
  type HttpServer,
  type RunningServer,
} from "@bourse/http";

import { authDocument } from "./document.ts";
import type { AuthEnvironment } from "./environment.ts";
import { openAuthCore, storeUrl, type AuthServerParts } from "./open-core.ts";
import { productionWarnings } from "./warnings.ts";

/**
 * Opens everything and listens.
 *
 * What was opened before a failure is closed again. `close` drains: readiness turns 503, requests under way are
 * answered, uses of keys are written down, then files and locks are released. `refresh` rotates the signing keys.
 *
 * @throws StoreError STORE_LOCKED when another process has the data, STORE_CORRUPT, STORE_URL_INVALID; CredentialsError;
 * CredentialsError SIGNING_KEYS_UNREADABLE; HttpError PORT_IN_USE and the like
 */
export async function startAuthServer(
  config: AuthEnvironment,
  logger: HttpLogger = silentLogger,
  parts: AuthServerParts = {},
): Promise<RunningServer> {
  const warn = (message: string): void => logger.warn({}, message);
  productionWarnings(config).forEach(warn);
  const opened = createClosingStack();
  try {
    const { core, madeKeyFile } = await openAuthCore(config, opened, warn, parts);
    core.audit.on(({ action, at, ...subject }) => {
      const audit = { action, at: new Date(at).toISOString(), ...subject };
      logger.info({ audit }, action);
    });
    const timer = setInterval(() => void maintain(core, logger), MAINTAIN_MILLISECONDS);
    opened.push(async () => clearInterval(timer));
    const http = createServer(config, logger, core);
    const { url } = await http.listen({ host: config.HOST, port: config.AUTH_PORT });
    opened.push(() => http.drain({ deadlineMilliseconds: REQUEST_DEADLINE_MILLISECONDS }));
    return {
      url,
      docsUrl: `${url}/docs`,
      storeLocation: storeUrl(config).replace(/\/\/[^/@]*@/, "//***@"),
      adminHint: hint(`${url}${config.AUTH_PREFIX}/auth/register`, madeKeyFile),
      refresh: () => rotateKeys(core, logger),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Replicas learn of rotated keys this often; uses of keys are looked through, and written when a minute old. */
const MAINTAIN_MILLISECONDS = 5000;
/** How long requests under way have when the server ends. */
const REQUEST_DEADLINE_MILLISECONDS = 10_000;

/** The manifest is one folder up from the source and the bundle alike. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

async function maintain(core: AuthCore, logger: HttpLogger): Promise<void> {
  try {
    await core.maintain();
  } catch (error) {
    logger.error({ err: error }, "maintenance failed; it is tried again in five seconds");
  }
}

async function rotateKeys({ signingKeys }: AuthCore, logger: HttpLogger): Promise<void> {
  try {
    const { rotated, activeKid, retryAfterSeconds } = await signingKeys.rotate();
    if (rotated) logger.info({ kid: activeKid }, "tokens are signed by the next key from now on");
    else
      logger.warn({ retryAfterSeconds }, "keys not rotated: verifiers may not know the next one");
  } catch (error) {
    logger.error({ err: error }, "keys not rotated; send SIGHUP again");
  }
}

function createServer(config: AuthEnvironment, logger: HttpLogger, core: AuthCore): HttpServer {
  const { AUTH_PREFIX: prefix } = config;
  return createHttpServer({
    api: authApiAt(prefix),
    routes: bindAuthApi(core, {
      prefix,
      service: { name: "bourse-auth", version },
      onError: (error, call) => logger.error({ err: error, ...call }, "a request met a fault"),
    }),
    logger,
    document: () => authDocument(prefix, version),
    corsOrigins: config.CORS_ORIGINS,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
  });
}

function hint(registerUrl: string, madeKeyFile: string | null): string {
  const register = `POST ${registerUrl}`;
  return madeKeyFile === null
    ? register
    : `${register}; keep a copy of the new master key in ${madeKeyFile}`;
}
