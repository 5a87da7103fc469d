/** A contract on a server of its own: one request, then the end. */
import { bindApi, defineApi, detail, route } from "@bourse/contract";
import { createHttpServer } from "@bourse/http";
import * as z from "zod";

const api = defineApi({
  id: "clock",
  title: "Clock",
  version: "1",
  basePath: "/api",
  wire: detail,
  security: {},
  routes: { zone: route("GET", "/zone", { responses: { 200: z.object({ zone: z.string() }) } }) },
});
const server = createHttpServer({ api, routes: bindApi(api, { zone: () => ({ zone: "utc" }) }) });
const { url } = await server.listen({ port: 0 });
const answer = await fetch(`${url}/api/zone`);
const body = await answer.json();
const { cut } = await server.drain();
console.log(JSON.stringify({ status: answer.status, body, cut }));
