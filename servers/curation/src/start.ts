/** The composition root: opens store, keys and core, binds the routes and listens. */

import { createRequire } from "node:module";

import { curationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";
import {
  adminCodePath,
  renewAdminCodes,
  type AdminCodeFile,
} from "@bourse/curation-core/admin-code-file";
import { curationDeskDirectory } from "@bourse/curation-desk";
import { curationDocument, curationFeedsDocument } from "@bourse/documents/curation";
import { bindCurationApi } from "@bourse/handlers/curation";
import {
  builtPage,
  checkSecrets,
  checkStart,
  createHttpServer,
  createWrongKeys,
  describeEnvironment,
  facingNetwork,
  isLoopback,
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

import { curationEnvironment, type CurationEnvironment } from "./environment.ts";
import { openMail } from "./mail.ts";
import { openCurationCore, storeUrl, type CoreParts } from "./open-core.ts";
import { sitesOf } from "./sites.ts";
import { productionWarnings } from "./warnings.ts";

/** The parts of the server that can be replaced. */
export interface CurationServerParts extends CoreParts {
  /** Folder of the built web page. Default: the one of `@bourse/curation-desk`, when it is built. */
  readonly pageDirectory?: string;
}

/**
 * Starts the server.
 *
 * A failed start closes what it has opened. `close` drains the server: readiness answers 503, event streams end,
 * running requests are answered within 10 s, then files and locks are released.
 *
 * @throws KernelError ARGUMENT_INVALID for a configuration that `readEnvironment` could not have made;
 * StoreError STORE_LOCKED when another process has the data, STORE_CORRUPT, STORE_URL_INVALID;
 * CredentialsError SIGNING_KEYS_UNREADABLE; OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError PORT_IN_USE,
 * ENVIRONMENT_INVALID for SMTP_URL without MAIL_FROM (in production also without PUBLIC_URL) and the like
 */
export async function startCurationServer(
  config: CurationEnvironment,
  logger: HttpLogger = silentLogger,
  given: CurationServerParts = {},
): Promise<RunningServer> {
  checkStart("startCurationServer", curationEnvironment, config, logger, given);
  const { pageDirectory, ...parts } = given;
  const opened = createClosingStack();
  try {
    const warn = (message: string): void => logger.warn({}, message);
    checkSecrets(curationEnvironment, config, warn);
    for (const sentence of productionWarnings(config)) warn(sentence);
    const metrics = openMetrics(config, logger, { service: "bourse-curation", version });
    const own: { url?: string } = {};
    const mail = await openMail(config, opened, () => own.url);
    const { core, store } = await openCurationCore(
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
      details: { version, ...describeEnvironment(curationEnvironment, config) },
    });
    const codePath = adminCodePath(config.DATA_DIR);
    const codes = await renewAdminCodes(core, codePath);
    warnOfCodes(codes, logger);
    // Without open codes at the start there is none to renew: reserved addresses keep their accounts.
    const renew = codes.path === null ? undefined : () => renewAdminCodes(core, codePath);
    const timer = setInterval(() => void maintain(core, logger, renew), MAINTAIN_MILLISECONDS);
    opened.push(async () => clearInterval(timer));
    const probes = { fault: watchStore(store, logger), held: watchHeld(store, "curation") };
    const wrongKeys = createWrongKeys({ trail: core.trail, clock: parts.clock ?? systemClock });
    opened.push(() => wrongKeys.close());
    const http = createServer(config, logger, core, probes, metrics, wrongKeys, {
      ...parts,
      ...(pageDirectory === undefined ? {} : { pageDirectory }),
    });
    const { url } = await http.listen({ host: config.HOST, port: config.CURATION_PORT });
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
      firstCall: `curl ${url}/api/v1/markets`,
      networkAddresses: await metrics.listen(opened, wrongKeys, sockets),
      ...adminHint(config, codes),
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

async function maintain(
  core: CurationCore,
  logger: HttpLogger,
  renewCodes: (() => Promise<unknown>) | undefined,
): Promise<void> {
  try {
    await core.maintain();
    await renewCodes?.();
  } catch (error) {
    logger.error({ err: error }, "maintenance failed; retrying in 5 s");
  }
}

/** Told at `/` to programs, and to browsers where the web page is not built. */
const START_PAGE = {
  firstCall: "register",
  proof:
    "Markets are public. All else needs the access_token of the answer, in the header Authorization: Bearer TOKEN; review needs the role curator.",
};

/** Questions about the store. */
interface Probes {
  /** Resolves to the reason for which it cannot be written, else to null. */
  readonly fault: () => Promise<string | null>;
  /** Resolves to warnings about mails and webhooks that are held. */
  readonly held: () => Promise<readonly string[]>;
}

function createServer(
  config: CurationEnvironment,
  logger: HttpLogger,
  core: CurationCore,
  { fault, held }: Probes,
  metrics: OpenedMetrics,
  wrongKeys: WrongKeys,
  { clock, pageDirectory = curationDeskDirectory }: CurationServerParts,
): HttpServer {
  return createHttpServer({
    api: curationApi,
    routes: [
      ...bindCurationApi(core, {
        service: { name: "bourse-curation", version },
        fault,
        writesPerMinute: config.WRITES_PER_MINUTE,
        ...(config.COOKIE_SESSIONS === "yes"
          ? { cookies: { publicOrigin: () => new URL(sitesOf(config).uri).origin } }
          : {}),
        onError: (error, call) =>
          logger.error({ err: error, ...call }, "unhandled error in request handler"),
        ...(clock === undefined ? {} : { clock }),
      }),
      ...metrics.routesFor(curationApi),
    ],
    ...metrics.serverOptions,
    wrongKeys,
    logger,
    ready: async () => (await fault()) ?? { warnings: await held() },
    document: () => curationDocument({ version }),
    asyncDocument: () => curationFeedsDocument({ version }),
    startPage: START_PAGE,
    // Looked for once: a page that is built later is served after the next start.
    ...builtPage(pageDirectory),
    corsOrigins: originsOf(config),
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
  });
}

/** Any page may call by default, for the API uses no cookies; on loopback only the pages of this machine. */
function originsOf({ CORS_ORIGINS, HOST }: CurationEnvironment): readonly string[] {
  if (CORS_ORIGINS.length > 0) return CORS_ORIGINS;
  return [isLoopback(HOST) ? "loopback" : "*"];
}

function warnOfCodes({ path, unproved }: AdminCodeFile, logger: HttpLogger): void {
  if (path !== null) logger.warn({ path }, "one-time admin codes are waiting in this file");
  for (const email of unproved) {
    logger.warn(
      { email },
      "the account of this ADMIN_EMAILS address is no admin; bourse curation admin invite writes a code for it",
    );
  }
}

function adminHint(
  { ADMIN_EMAILS, ADMIN_WALLETS }: CurationEnvironment,
  { path }: AdminCodeFile,
): Pick<RunningServer, "adminHint"> {
  if (path !== null) return { adminHint: `register with the admin_code in ${path}` };
  if (ADMIN_EMAILS.length + ADMIN_WALLETS.length > 0) return {};
  return { adminHint: "set the first admin in ADMIN_EMAILS or ADMIN_WALLETS" };
}
