// Receives webhooks: checks signature and time, and passes repetitions over.
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

const secret =
  process.env["WEBHOOK_SECRET"] ?? "whsec_bm90LWEtc2VjcmV0LWp1c3QtYW4t";
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const seen = new Set<string>(); // In earnest: a unique column of your database.

function sign(id: string, time: string, body: string): string {
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`);
  return `v1,${mac.digest("base64")}`;
}

function isGenuine(
  id: string,
  time: string,
  given: string,
  body: string,
): boolean {
  const expected = Buffer.from(sign(id, time, body));
  // Two signatures come while a rotated secret has its grace period.
  const isSame = given.split(" ").some((one) => {
    const bytes = Buffer.from(one);
    return (
      bytes.length === expected.length && timingSafeEqual(bytes, expected)
    );
  });
  return isSame && Math.abs(Date.now() / 1000 - Number(time)) < 300;
}

/** Status of the answer: within ten seconds; long work comes afterwards. */
async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  const of = (name: string): string =>
    String(request.headers[`webhook-${name}`]);
  if (!isGenuine(of("id"), of("timestamp"), of("signature"), body))
    return 401;
  if (!seen.has(of("id"))) console.log(body);
  seen.add(of("id"));
  return 204;
}

const server = createServer((request, response) => {
  const answer = (status: number) => response.writeHead(status).end();
  receive(request).then(answer, () => answer(500));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

// An event as bourse-auth sends it, the same once more, and a forged one.
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;
const body = JSON.stringify({ type: "api_key.created", data: {} });
const time = String(Math.floor(Date.now() / 1000));
const right = sign("event 1", time, body);
for (const signature of [right, right, "v1,forged"]) {
  const { status } = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: {
      "webhook-id": "event 1",
      "webhook-timestamp": time,
      "webhook-signature": signature,
    },
    body,
  });
  console.log(status);
}
server.closeAllConnections();
server.close();
