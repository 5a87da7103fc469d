/** The composition root: it wires store, keys, chain, peers and three APIs, and listens. */

import { createRequire } from "node:module";

import {
  createClosingStack,
  isLoopback,
  describeEnvironment,
  openMetrics,
  silentLogger,
  type HttpLogger,
  type RunningServer,
} from "@bourse/http";
import { replaceFile } from "@bourse/kernel/files";
import type { DataNode, EventBus, KeyScope } from "@bourse/node-core";

import { needsSession, reachableUrl } from "./access.ts";
import type { OpenedChain } from "./chain/chain-sources.ts";
import { createCommandKey } from "./command-key.ts";
import { createServers, type NodeServers, type Ports } from "./create-servers.ts";
import { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
import { NodeServerError } from "./errors.ts";
import type { Layout } from "./layout.ts";
import { measureNode } from "./measure-node.ts";
import type { NodeHost } from "./node-host.ts";
import type { NodeServerParts } from "./node-sources.ts";
import { openNode } from "./open-node.ts";
import { ignoresStoreUrl } from "./store-url.ts";

/** Running node server. */
export interface RunningNode extends RunningServer {
  /** Base URLs of the three APIs. */
  readonly urls: {
    /** Base URL of the internal API. */
    readonly internal: string;
    /** Base URL of the external API. */
    readonly external: string;
    /** Base URL of the dashboard API and its page. */
    readonly dashboard: string;
  };
  /** Node behind the APIs. */
  readonly node: DataNode;
  /** Event bus of the node. */
  readonly events: EventBus;
  /** Chain of the node. */
  readonly chain: OpenedChain;
  /** API key that was created because there was none; shown once. */
  readonly firstKey: string | undefined;
}

/**
 * Opens every part and listens. After a failure, everything that was opened is closed again.
 *
 * `close` emits `system.node_stopping`, drains the three APIs, then stops peers, chain and store. Unfinished work
 * continues after the next start.
 *
 * @throws StoreError STORE_LOCKED when another node has the data; NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID;
 * NodeServerError SETTINGS_CONFLICT; HttpError PORT_IN_USE and the like; KernelError LIFECYCLE_START_FAILED
 */
export async function startNodeServer(
  config: NodeEnvironment,
  logger: HttpLogger = silentLogger,
  parts: NodeServerParts = {},
): Promise<RunningNode> {
  checkSettings(config, logger);
  const opened = createClosingStack();
  try {
    const metrics = openMetrics(config, logger, { service: "bourse-node", version });
    const { metrics: registry } = metrics;
    if (ignoresStoreUrl(config)) {
      logger.warn({}, "STORE_URL names no PostgreSQL: the node keeps its data in DATA_DIR/node");
    }
    const host = await openNode({ config, logger, opened, parts, metrics: registry });
    const { node, layout } = host;
    const measureLane = measureNode(registry, node);
    const isTerminal = parts.isTerminal ?? process.stdout.isTTY;
    let ports: Ports = {
      internal_api: config.INTERNAL_API_PORT,
      external_api: config.EXTERNAL_API_PORT,
      dashboard: config.DASHBOARD_API_PORT,
    };
    const servers = createServers({
      config,
      node,
      isWriter: () => host.isWriter(),
      logger,
      version,
      metrics,
      commandKey: await createCommandKey(layout),
      ports: () => ports,
      ...(parts.limitClock === undefined ? {} : { clock: parts.limitClock }),
      ...(parts.pageDirectory === undefined ? {} : { pageDirectory: parts.pageDirectory }),
    });
    let firstKey: string | undefined;
    let keyHint: string | undefined;
    await host.start({
      prepare: async (starting, isFirst) => {
        starting.trail.append({
          action: isFirst ? "server.started" : "server.took_over",
          actor: "system",
          details: { version, ...describeEnvironment(nodeEnvironment, config) },
        });
        const made = await starting.keys.createFirst(firstScopes(config));
        if (made === undefined) return;
        firstKey = made;
        keyHint = await tellKey(made, layout, isTerminal && isFirst);
      },
      began: ({ events, chain }) => {
        measureLane(chain.chain.lane);
        servers.feed.begin(events);
        const { fault } = node.health().chain;
        if (fault !== null) logger.warn({}, fault);
      },
      ended: () => servers.feed.end(),
    });
    opened.push(() => drain(servers, host));
    const urls = await listen(servers, config);
    ports = portsOf(urls);
    await metrics.listen(opened);
    const linkHint = needsSession(config)
      ? await tellLink(linkOf(config, urls.dashboard, servers), layout, isTerminal)
      : undefined;
    if (host.isWriter()) {
      const { address, multiaddrs } = node.self();
      logger.info({ ...urls, address, peers: multiaddrs }, "ready");
    } else logger.info({ ...urls }, "ready to take over");
    return {
      url: urls.dashboard,
      docsUrl: `${urls.external}/docs`,
      storeLocation: host.storeLocation,
      adminHint: hintOf(urls.dashboard, [linkHint, keyHint]),
      urls,
      node,
      get events() {
        return host.current().events;
      },
      get chain() {
        return host.current().chain;
      },
      firstKey,
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Time that running requests get when the node stops. */
const REQUEST_DEADLINE_MILLISECONDS = 5000;

/** The manifest is one folder up from the source and the bundle alike. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

function checkSettings(config: NodeEnvironment, logger: HttpLogger): void {
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
  if (config.BLOCKCHAIN_URL.length > 0 && config.COMPLIANCE_CONTRACT === undefined) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "BLOCKCHAIN_URL needs COMPLIANCE_CONTRACT: the address of the compliance contract on that chain.",
    );
  }
  if (!isLoopback(config.INTERNAL_API_HOST)) {
    logger.warn(
      { host: config.INTERNAL_API_HOST },
      "the internal API is not bound to loopback: every call to it but health needs an API key",
    );
  }
}

async function listen(servers: NodeServers, config: NodeEnvironment): Promise<RunningNode["urls"]> {
  const internal = await servers.internal.listen({
    host: config.INTERNAL_API_HOST,
    port: config.INTERNAL_API_PORT,
  });
  const external = await servers.external.listen({
    host: config.EXTERNAL_API_HOST,
    port: config.EXTERNAL_API_PORT,
  });
  const dashboard = await servers.dashboard.listen({
    host: config.DASHBOARD_API_HOST,
    port: config.DASHBOARD_API_PORT,
  });
  return { internal: internal.url, external: external.url, dashboard: dashboard.url };
}

/** Scopes of the first key: on a chain with real money the right to pay is given by hand. */
function firstScopes(config: NodeEnvironment): readonly KeyScope[] {
  return config.BLOCKCHAIN_URL.length > 0 ? ["share", "read"] : ["share", "read", "transfer"];
}

async function drain(servers: NodeServers, host: NodeHost): Promise<void> {
  if (host.isWriter()) host.node.announceStop();
  await host.settled();
  const options = { deadlineMilliseconds: REQUEST_DEADLINE_MILLISECONDS };
  await Promise.all([
    servers.internal.drain(options),
    servers.external.drain(options),
    servers.dashboard.drain(options),
  ]);
}

function portsOf(urls: RunningNode["urls"]): Ports {
  const portOf = (url: string): number => Number(new URL(url).port);
  return {
    internal_api: portOf(urls.internal),
    external_api: portOf(urls.external),
    dashboard: portOf(urls.dashboard),
  };
}

/** A key goes to a terminal only: what else reads standard output, such as a journal, keeps what it reads. */
async function tellKey(key: string, { firstApiKey }: Layout, isTerminal: boolean): Promise<string> {
  if (isTerminal) return `X-API-Key: ${key} (shown once)`;
  await replaceFile(firstApiKey, [`${key}\n`]);
  return `the first API key is in ${firstApiKey}: move it to a safe place`;
}

/** The link opens a session that pays, so it is told as a key is. */
async function tellLink(
  link: string,
  { dashboardLink }: Layout,
  isTerminal: boolean,
): Promise<string> {
  if (isTerminal) return `open ${link} (works once)`;
  await replaceFile(dashboardLink, [`${link}\n`]);
  return `the link into the dashboard, which works once, is in ${dashboardLink}`;
}

function linkOf(config: NodeEnvironment, url: string, { sessions }: NodeServers): string {
  return `${reachableUrl(url, config.DASHBOARD_API_HOST)}/session?token=${sessions.invite()}`;
}

/** Hint that is printed once and never logged. */
function hintOf(url: string, hints: readonly (string | undefined)[]): string {
  const given = hints.filter((hint) => hint !== undefined);
  return given.length > 0 ? given.join("; ") : `GET ${url}/api/health`;
}
