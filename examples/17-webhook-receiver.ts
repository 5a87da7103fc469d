// Receives webhooks: checks the signature and the time, and passes repetitions over.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

const secret =
  process.env["WEBHOOK_SECRET"] ?? "whsec_bm90LWEtc2VjcmV0LWp1c3QtYW4t";
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const seen = new Set<string>(); // In earnest: a unique column of your database.

function sign(id: string, time: string, body: string): string {
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`);
  return `v1,${mac.digest("base64")}`;
}

function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const [id, time] = [
    `${headers["webhook-id"]}`,
    `${headers["webhook-timestamp"]}`,
  ];
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  const expected = Buffer.from(sign(id, time, body));
  const given = `${headers["webhook-signature"]}`
    .split(" ")
    .map((one) => Buffer.from(one));
  const isSame = (one: Buffer) =>
    one.length === expected.length && timingSafeEqual(one, expected);
  return isRecent && given.some(isSame);
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += String(part);
  const id = `${request.headers["webhook-id"]}`;
  if (!isSigned(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  // Answer within ten seconds, and work afterwards.
  response.writeHead(204).end();
  if (!seen.has(id)) console.log(JSON.parse(body).type);
  seen.add(id);
});

// What bourse-auth sends, twice under one id, and what somebody else might send.
server.listen(0, "127.0.0.1", async () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const body =
    '{"type":"api_key.created","timestamp":"2026-01-01T00:00:00.000Z","data":{}}';
  const time = `${Math.floor(Date.now() / 1000)}`;
  for (const signature of [
    sign("e1", time, body),
    sign("e1", time, body),
    "v1,forged",
  ]) {
    const headers = {
      "webhook-id": "e1",
      "webhook-timestamp": time,
      "webhook-signature": signature,
    };
    const url = `http://127.0.0.1:${port}`;
    console.log(
      (await fetch(url, { method: "POST", headers, body })).status,
    );
  }
  server.closeAllConnections();
  server.close();
});
