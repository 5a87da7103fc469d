import { authCollections } from "../../packages/auth-core/src/index.ts";
/** Valid calls of contracts, servers and handlers. */
import {
  detail,
  detailErrors,
  media,
  route,
  type DocumentedApi,
} from "../../packages/contract/src/index.ts";
import { portVariable, silentLogger } from "../../packages/http/src/index.ts";
import { store } from "./call-samples.ts";
import type { Calls } from "./wrong-arguments.ts";

const http = "@bourse/http";
const contract = "@bourse/contract";

const api = (): DocumentedApi => ({
  id: "sample",
  basePath: "/api",
  title: "Sample",
  version: "1.0.0",
  wire: detail,
  security: {},
  routes: { ping: route("GET", "/ping", { responses: { 200: media("text/plain") } }) },
  docs: { routes: { ping: { summary: "Ping" } }, errors: detailErrors },
});

const silent = { warn: () => undefined, error: () => undefined };

const rows = (): object[] => [{ method: "GET", path: "/ping", run: () => undefined }];

/** Valid calls of contracts, servers and handlers. */
export const SERVICE_CALLS: Calls["calls"] = {
  [`${contract} accessText`]: () => [[{ by: "nobody" }]],
  [`${contract} asyncapi`]: () => [api()],
  [`${contract} bindApi`]: () => [api(), { ping: () => undefined }],
  [`${contract} createRouteTable`]: () => [rows()],
  [`${contract} fetchHandler`]: () => [api(), { ping: () => undefined }],
  [`${contract} openapi`]: () => [api()],
  [`${contract} serveFetch`]: () => [detail, rows()],
  [`${contract} withTexts`]: () => [api(), {}],
  "@bourse/auth-core createAuthCore": () => [
    { store: store(authCollections), masterKey: new Uint8Array(32).fill(1) },
  ],
  "@bourse/handlers/auth createAuth": () => [
    { store: store(), masterKey: new Uint8Array(32).fill(1), logger: silent },
  ],
  [`${http} checkStart`]: () => ["start", { PORT: portVariable(1) }, { PORT: 1 }, silentLogger],
  [`${http} createAuthServerKeys`]: () => [
    { url: "https://auth.example", onChange: () => undefined },
  ],
  [`${http} createHttpServer`]: () => [{ api: api(), routes: [] }],
  [`${http} createLogger`]: () => [{ name: "sample", destination: { write: () => undefined } }],
  [`${http} createMiddleware`]: () => [{ api: api(), routes: [] }],
  [`${http} facingNetwork`]: () => ["sample", "0.0.0.0", 80],
  ["@bourse/outbox/mail openServerMail"]: () => [
    {
      SMTP_URL: undefined,
      MAIL_FROM: undefined,
      PUBLIC_URL: undefined,
      NODE_ENV: "production",
      MAIL_REQUESTS_PER_ACCOUNT: 5,
      MAIL_REQUESTS_PER_ADDRESS: 30,
    },
    {
      file: "mails.txt",
      terminal: { write: () => true },
      ownUrl: () => undefined,
      expectedUrl: "http://127.0.0.1:3000",
      opened: { push: () => undefined },
    },
  ],
  [`${http} unknownSentences`]: () => [
    { name: "sample", environment: { PORT: portVariable(80) }, variables: {} },
  ],
};
