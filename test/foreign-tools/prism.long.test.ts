/** The whole conformance run of each service through a proxy that holds every exchange against the document. */

import { authConformance } from "@bourse/conformance/auth";
import { backtestConformance } from "@bourse/conformance/backtest";
import { curationConformance } from "@bourse/conformance/curation";
import { nodeConformance } from "@bourse/conformance/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isLongRun } from "../support/rounds.ts";
import { startPrism, type PrismProxy } from "./support/prism-proxy.ts";
import {
  startAuth,
  startBacktest,
  startCuration,
  startNode,
  type CurationService,
  type NodeServices,
  type Service,
} from "./support/start-services.ts";

/** Differences of requests that a service takes though its document has another word, each with the reason. */
const TAKEN: Readonly<Record<string, string>> = {
  "Invalid security scheme used":
    "a scheme's name counts in any case (RFC 9110 section 11.1); Prism knows Bearer only",
  "No supported content types, but request included a non-empty body":
    "a body that no route describes is not looked at",
};

/** Declares the facts about everything that was exchanged so far. */
function noViolation(proxies: () => readonly PrismProxy[]): void {
  test("through Prism, no answer differs from the document", () => {
    const found = proxies().flatMap(({ violations }) => violations);
    expect(found.filter(({ place }) => place.startsWith("response"))).toEqual([]);
    const compared = proxies().reduce((sum, proxy) => sum + proxy.compared(), 0);
    const past = proxies().flatMap((proxy) => [...proxy.past.values()]);
    // Nearly all of the run: streams, and bodies that Prism would send in another form, go past it.
    expect(compared).toBeGreaterThan(100);
    expect(past.reduce((sum, count) => sum + count, 0)).toBeLessThan(compared / 10);
  });

  test("through Prism, nothing that the service took differs from the document", () => {
    const found = proxies().flatMap(({ violations }) => violations);
    const taken = found.filter(({ place, status }) => place.startsWith("request") && status < 300);
    expect(taken.filter(({ message }) => !Object.hasOwn(TAKEN, message))).toEqual([]);
  });
}

test.skipIf(!isLongRun)("Prism reports an answer that a document describes wrongly", async () => {
  const service = await startAuth();
  const prism = await startPrism(service.url, (document) =>
    document.replaceAll('"const":"ok"', '"const":"fine"'),
  );
  try {
    expect((await prism.fetch(`${service.url}/health`)).status).toBe(200);
    expect(prism.violations).toMatchObject([
      { exchange: "GET /health 200", place: "response.body.status" },
    ]);
  } finally {
    await prism.close();
    await service.close();
  }
});

/** Prism takes a 501 for a route that is not built yet, and makes up an answer. */
const MADE_UP = {
  "a login in a cookie is for pages of the service's own origin, and off until it is set up":
    "the answer is 501",
};
const NO_PROVIDERS = {
  "a code of a sign-in that nobody was given neither logs in nor links an identity":
    "the answer is 501",
};
const NO_PROVIDERS_IN_CURATION = {
  "a code of a sign-in that nobody was given neither logs in, nor registers, nor links":
    "the answer is 501",
};
const NO_LIVE_SESSIONS = {
  "a request for a session with what sessions do not take yet is refused, and says which field":
    "one of the answers is 501",
};
const NO_WEBHOOKS = {
  "a webhook's secret is told when it is created, and in no other answer": "the answer is 501",
  "a webhook is changed, switched off and given another secret, which no other answer tells":
    "the answer is 501",
  "a webhook to an address that is not https, and one without a known event, are refused":
    "the answer is 501",
};

describe.skipIf(!isLongRun)("auth", () => {
  let service: Service;
  let prism: PrismProxy;
  beforeAll(async () => {
    service = await startAuth();
    prism = await startPrism(service.url);
  });
  afterAll(async () => {
    await prism.close();
    await service.close();
  });
  authConformance({
    test,
    target: () => ({ baseUrl: service.url, fetch: prism.fetch }),
    except: { ...MADE_UP, ...NO_PROVIDERS },
  });
  noViolation(() => [prism]);
});

describe.skipIf(!isLongRun)("backtest", () => {
  let service: Service;
  let prism: PrismProxy;
  beforeAll(async () => {
    service = await startBacktest();
    prism = await startPrism(service.url);
  });
  afterAll(async () => {
    await prism.close();
    await service.close();
  });
  backtestConformance({
    test,
    target: () => ({ baseUrl: service.url, fetch: prism.fetch }),
    except: NO_LIVE_SESSIONS,
  });
  noViolation(() => [prism]);
});

describe.skipIf(!isLongRun)("curation", () => {
  let service: CurationService;
  let prism: PrismProxy;
  beforeAll(async () => {
    service = await startCuration();
    prism = await startPrism(service.url);
  });
  afterAll(async () => {
    await prism.close();
    await service.close();
  });
  curationConformance({
    test,
    target: () => ({
      baseUrl: service.url,
      fetch: prism.fetch,
      admin: {
        email: service.adminEmail,
        password: "correct horse battery",
        code: service.adminCode,
      },
      advance: (time) => service.clock.advance(time),
    }),
    timed: true,
    except: { ...MADE_UP, ...NO_PROVIDERS_IN_CURATION },
  });
  noViolation(() => [prism]);
});

describe.skipIf(!isLongRun)("node", () => {
  let node: NodeServices;
  let proxies: Record<"internal" | "external" | "dashboard", PrismProxy>;
  beforeAll(async () => {
    node = await startNode();
    const [internal, external, dashboard] = await Promise.all([
      startPrism(node.urls.internal),
      startPrism(node.urls.external),
      startPrism(node.urls.dashboard),
    ]);
    proxies = { internal, external, dashboard };
  });
  afterAll(async () => {
    for (const { close } of Object.values(proxies)) await close();
    await node.close();
  });
  const place = (name: keyof typeof proxies) => ({
    baseUrl: node.urls[name],
    fetch: proxies[name].fetch,
  });
  nodeConformance({
    test,
    target: () => ({
      internal: place("internal"),
      external: place("external"),
      dashboard: place("dashboard"),
      apiKey: node.mock.apiKey,
      address: node.mock.address,
      recipient: node.mock.partner,
      token: node.mock.demoToken,
    }),
    except: NO_WEBHOOKS,
  });
  noViolation(() => Object.values(proxies));
});
