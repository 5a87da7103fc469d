/** Composition root of the server: store, keys, core, routes and HTTP. */

import { createRequire } from "node:module";

import { accessConsoleDirectory } from "@bourse/access-console";
import type { AuthCore } from "@bourse/auth-core";
import { authApiAt } from "@bourse/contract/auth";
import { authDocument } from "@bourse/documents/auth";
import { type BindAuthOptions, bindAuthApi } from "@bourse/handlers/auth";
import {
  builtPage,
  checkSecrets,
  checkStart,
  createApiKeyAuthenticator,
  createHttpServer,
  createWrongKeys,
  describeEnvironment,
  facingNetwork,
  openMetrics,
  silentLogger,
  keepsMailsInFile,
  mailFileOf,
  watchMail,
  watchStore,
  type HttpLogger,
  type HttpServer,
  type OpenedMetrics,
  type RunningServer,
  type WrongKeys,
} from "@bourse/http";
import { createClosingStack, systemClock } from "@bourse/kernel";
import { watchHeld } from "@bourse/outbox";
import { watchWebhooks } from "@bourse/outbox/webhooks";
import { withoutPassword } from "@bourse/store";

import { authEnvironment, checkKeys, type AuthEnvironment } from "./environment.ts";
import { openMail } from "./mail.ts";
import { openAuthCore, storeUrl, type AuthCoreParts } from "./open-core.ts";
import { productionWarnings } from "./warnings.ts";

/** Parts that a caller may inject beside the environment, mainly for tests. */
export interface AuthServerParts extends AuthCoreParts {
  /** Folder of the built web page. Default: the one of `@bourse/access-console`, when it is built. */
  readonly pageDirectory?: string;
}

/**
 * Starts the server. Whatever was opened before a failure is closed again.
 *
 * `close` drains: readiness turns 503, requests in progress are answered, times of last use of API keys are written,
 * then files and locks are released. `refresh` rotates the signing keys.
 *
 * @throws KernelError ARGUMENT_INVALID for a configuration that `readEnvironment` could not have made;
 * StoreError STORE_LOCKED when another process has opened the data, STORE_CORRUPT, STORE_URL_INVALID;
 * CredentialsError SIGNING_KEYS_UNREADABLE, MASTER_KEY_FILE_INVALID, MASTER_KEY_MISSING; OutboxError SMTP_URL_INVALID,
 * NODEMAILER_MISSING; HttpError PORT_IN_USE, ENVIRONMENT_INVALID when AUTH_AUDIT_KEY is AUTH_OPERATOR_KEY, for SMTP_URL
 * without MAIL_FROM (in production also without PUBLIC_URL), or in production for a secret that can be guessed
 */
export async function startAuthServer(
  config: AuthEnvironment,
  logger: HttpLogger = silentLogger,
  given: AuthServerParts = {},
): Promise<RunningServer> {
  checkStart("startAuthServer", authEnvironment, config, logger, given);
  checkKeys(config);
  const { pageDirectory = accessConsoleDirectory, ...parts } = given;
  const warn = (message: string): void => logger.warn({}, message);
  checkSecrets(authEnvironment, config, warn);
  productionWarnings(config).forEach(warn);
  const opened = createClosingStack();
  try {
    const metrics = openMetrics(config, logger, { service: "bourse-auth", version });
    const own: { url?: string } = {};
    const mail = await openMail(config, opened, () => own.url);
    const { core, store } = await openAuthCore(
      config,
      opened,
      warn,
      {
        mail: { ...mail, ...watchMail(logger, metrics.metrics) },
        watch: watchWebhooks(logger, metrics.metrics),
        onAuditFault: (error) => logger.error({ err: error }, "audit trail cannot be written"),
        ...parts,
      },
      metrics.metrics,
    );
    core.trail.append({
      action: "server.started",
      actor: "system",
      details: { version, ...describeEnvironment(authEnvironment, config) },
    });
    core.audit.on(({ action, at, ...subject }) => {
      const audit = { action, at: new Date(at).toISOString(), ...subject };
      logger.info({ audit }, action);
    });
    const timer = setInterval(() => void maintain(core, logger), MAINTAIN_MILLISECONDS);
    opened.push(async () => clearInterval(timer));
    const wrongKeys = createWrongKeys({ trail: core.trail, clock: parts.clock ?? systemClock });
    opened.push(() => wrongKeys.close());
    const http = createServer(
      config,
      logger,
      core,
      { fault: watchStore(store, logger), held: watchHeld(store, "auth") },
      metrics,
      wrongKeys,
      pageDirectory,
    );
    const { url } = await http.listen({ host: config.HOST, port: config.AUTH_PORT });
    own.url = url;
    if (keepsMailsInFile(config)) {
      logger.info({ file: mailFileOf(config) }, "mails are kept in a file; SMTP_URL sends them");
    }
    await Promise.all([core.mails.start(), core.webhooks.start()]);
    opened.push(() => http.drain({ deadlineMilliseconds: REQUEST_DEADLINE_MILLISECONDS }));
    const sockets = facingNetwork("API", config.HOST, url);
    return {
      url,
      docsUrl: `${url}/docs`,
      storeLocation: withoutPassword(storeUrl(config)),
      firstCall: `curl -X POST ${url}${config.AUTH_PREFIX}/auth/register \\\n-H "content-type: application/json" \\\n-d '${FIRST_ACCOUNT}'`,
      networkAddresses: await metrics.listen(opened, wrongKeys, sockets),
      refresh: () => rotateKeys(core, logger),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Body of the call that the first screen shows. */
const FIRST_ACCOUNT = JSON.stringify({
  email: "ada@example.com",
  password: "correct horse battery",
});
/** Interval of maintenance: replicas learn of rotated keys, times of last use are written, expired sessions deleted. */
const MAINTAIN_MILLISECONDS = 5000;
/** Time that requests in progress have when the server stops. */
const REQUEST_DEADLINE_MILLISECONDS = 10_000;

/** The manifest is one folder up from both the source and the bundle. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

async function maintain(core: AuthCore, logger: HttpLogger): Promise<void> {
  try {
    await core.maintain();
  } catch (error) {
    logger.error({ err: error }, "maintenance failed; retrying in 5 s");
  }
}

async function rotateKeys({ signingKeys, trail }: AuthCore, logger: HttpLogger): Promise<void> {
  try {
    const { rotated, activeKid, retryAfterSeconds } = await signingKeys.rotate();
    if (rotated) {
      trail.append({ action: "signing_key.rotated", actor: "operator", subject: activeKid });
      logger.info({ kid: activeKid }, "signing key rotated");
    } else
      logger.warn(
        { retryAfterSeconds },
        "key rotation skipped: the next key has not been published long enough",
      );
  } catch (error) {
    logger.error({ err: error }, "key rotation failed; send SIGHUP again");
  }
}

/** Questions about the store. */
interface Probes {
  /** Resolves to the reason for which it cannot be written, else to null. */
  readonly fault: () => Promise<string | null>;
  /** Resolves to warnings about mails and webhooks that are held. */
  readonly held: () => Promise<readonly string[]>;
}

function createServer(
  config: AuthEnvironment,
  logger: HttpLogger,
  core: AuthCore,
  { fault, held }: Probes,
  metrics: OpenedMetrics,
  wrongKeys: WrongKeys,
  pageDirectory: string,
): HttpServer {
  const api = authApiAt(config.AUTH_PREFIX);
  const { AUTH_PREFIX: prefix } = config;
  return createHttpServer({
    api,
    routes: [
      ...bindAuthApi(core, {
        prefix,
        service: { name: "bourse-auth", version },
        fault,
        isOperatorKey: keyCheck(config.AUTH_OPERATOR_KEY),
        isAuditKey: keyCheck(config.AUTH_AUDIT_KEY),
        ...cookiesOf(config),
        onError: (error, call) =>
          logger.error({ err: error, ...call }, "unhandled error in request handler"),
      }),
      ...metrics.routesFor(api),
    ],
    ...metrics.serverOptions,
    wrongKeys,
    logger,
    ready: async () => (await fault()) ?? { warnings: await held() },
    document: () => authDocument(prefix, { version }),
    startPage: {
      firstCall: "register",
      proof:
        "Send the token of the answer with each call, in the header Authorization: Bearer TOKEN. Programs send an API key in the header X-API-Key.",
    },
    // Looked for once: a page that is built later is served after the next start.
    ...builtPage(pageDirectory),
    corsOrigins: config.CORS_ORIGINS,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
  });
}

/** Tells a key of the settings by its digest, in constant time; undefined where there is none. */
function keyCheck(key: string | undefined): ((presented: string) => boolean) | undefined {
  return key === undefined ? undefined : createApiKeyAuthenticator([key]);
}

/** Logins in cookies where the settings ask for them, for the page at PUBLIC_URL beside the host that is called. */
function cookiesOf({
  COOKIE_SESSIONS,
  PUBLIC_URL,
}: AuthEnvironment): Pick<BindAuthOptions, "cookies"> {
  if (COOKIE_SESSIONS === "no") return {};
  const origin = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).origin;
  return { cookies: { publicOrigin: () => origin } };
}
