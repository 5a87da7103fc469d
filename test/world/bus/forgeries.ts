/** Messages that ask for an act and prove nothing, and messages that nobody means. */

import { createHmac } from "node:crypto";

import { strayMessage } from "../../support/stray-messages.ts";
import type { Overheard } from "./eavesdropper.ts";

interface Random {
  next(): number;
}

/** Acts of each service, as a process would ask for them. */
const ACTS: Readonly<Record<string, readonly { readonly method: string; payload: unknown }[]>> = {
  execution: [
    { method: "place", payload: [{ symbol: "BTCUSDT", side: "buy", quantity: "0.01" }, {}] },
    {
      method: "place",
      payload: [
        { symbol: "BTCUSDT", side: "buy", quantity: "0.01", clientOrderId: "forged" },
        { owner: "key:00000000" },
      ],
    },
    { method: "close", payload: [{ symbol: "BTCUSDT", side: "both" }] },
    { method: "cancel", payload: ["1", "BTCUSDT"] },
  ],
  data: [
    { method: "cacheClear", payload: null },
    { method: "importDelete", payload: { symbol: "WORLD", interval: "1h" } },
    {
      method: "importCsv",
      payload: {
        symbol: "FORGED",
        interval: "1h",
        csv: "timestamp,open,high,low,close,volume\n1767225600000,1,2,1,2,5\n1767229200000,2,3,2,3,5\n",
      },
    },
  ],
};

/** Ways to give a message the look of a signed one. */
const DISGUISES: readonly ((forged: Overheard, own: Overheard, now: number) => string)[] = [
  () => "",
  () => "NATS/1.0\r\n\r\n",
  (_, own) => own.headers,
  (_, __, now) => block({ Time: String(now), Nonce: `n${now}`, Signature: "A".repeat(43) }),
  (_, __, now) => block({ Time: String(now), Nonce: `n${now}`, Signature: "" }),
  (_, __, now) => block({ Time: String(now), Signature: "é\u0001" }),
  ({ subject, body }, _, now) => {
    const signature = createHmac("sha256", "").update(subject).update(body).digest("base64url");
    return block({ Time: String(now), Nonce: `m${now}`, Caller: "api", Signature: signature });
  },
  (_, own) => own.headers.replace("\r\n\r\n", "\r\nBourse-Confirm: x\r\n\r\n"),
  (_, own) => own.headers.replaceAll(/Bourse-Time: \d+/gu, `Bourse-Time: 9${"9".repeat(12)}`),
];

function block(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `Bourse-${name}: ${value}\r\n`);
  return `NATS/1.0\r\n${lines.join("")}\r\n`;
}

/**
 * The `at`-th forgery: each act in each disguise, each queue with a message for each job of `jobs`, and now and then a
 * copy of a message that was overheard, on its own subject or on another one.
 */
export function forgery(
  at: number,
  { calls, jobs }: { readonly calls: readonly Overheard[]; readonly jobs: readonly string[] },
): Overheard {
  const own = calls[at % calls.length]!;
  const services = Object.entries(ACTS);
  const [service, acts] = services[at % services.length]!;
  const act = acts[Math.floor(at / 2) % acts.length]!;
  if (at % 10 === 9) return own;
  if (at % 10 === 8) return { ...own, subject: `bourse.service.${service}` };
  if (at % 10 === 7) {
    const uuid = jobs[at % jobs.length]!;
    const body = Buffer.from(JSON.stringify({ id: uuid, payload: { uuid } }));
    const subject = `bourse.queue.jobs.${uuid}`;
    return { subject, reply: "", headers: at % 20 === 7 ? "" : own.headers, body };
  }
  const forged = {
    subject: `bourse.service.${service}`,
    reply: at % 3 === 0 ? own.reply : "_INBOX.nobody",
    headers: "",
    body: Buffer.from(JSON.stringify(act)),
  };
  const disguise = DISGUISES[Math.floor(at / 7) % DISGUISES.length]!;
  return { ...forged, headers: disguise(forged, own, Date.now() + at) };
}

/** Anything at all on one of the subjects: torn, with other bytes, far too long, or made up. */
export function fuzzed(
  random: Random,
  subjects: readonly string[],
  overheard: readonly Overheard[],
): Overheard {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random.next() * items.length)]!;
  const kind = random.next();
  const subject = pick(subjects).replace("#", String(Math.floor(random.next() * 1e9)));
  if (kind < 0.5) {
    const { headers = "", body } = strayMessage(random);
    return {
      subject,
      reply: random.next() < 0.5 ? "_INBOX.nobody" : "",
      headers,
      body: Buffer.from(body),
    };
  }
  const own = pick(overheard);
  const body = Buffer.from(own.body);
  if (kind < 0.7)
    return { ...own, body: body.subarray(0, Math.floor(random.next() * body.length)) };
  if (kind < 0.9 && body.length > 0) {
    body[Math.floor(random.next() * body.length)] = Math.floor(random.next() * 256);
    return random.next() < 0.5 ? { ...own, body } : { ...own, subject, body };
  }
  if (kind < 0.999) return { ...own, subject };
  return { ...own, subject, body: Buffer.alloc(1_000_000, 0x78) };
}
