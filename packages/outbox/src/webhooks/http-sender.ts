/** Webhooks over HTTP, to receivers that strangers choose: no request reaches what is not on the public internet. */

import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import {
  booleanOption,
  functionOption,
  optional,
  resolveOptions,
  textOption,
} from "@bourse/kernel";

import type { WebhookRequest, WebhookSender } from "../webhook-sender.ts";
import { isLoopbackAddress, isPublicAddress } from "./admitted-address.ts";

/** Finds all addresses of a name. */
export type FindAddresses = (host: string) => Promise<readonly string[]>;

/** Options of {@link createWebhookSender}. */
export interface WebhookSenderOptions {
  /**
   * True to admit receivers at private, loopback and link-local addresses, and `http:` on the loopback interface: for
   * development, and networks whose users are trusted. Default false.
   */
  readonly allowPrivate?: boolean;
  /** Certificate of an authority, PEM, that is trusted beside those of Node.js. 1–100,000 characters. Default: none. */
  readonly ca?: string;
  /**
   * Finds the addresses of a host. Default: the name servers of the system; with `allowPrivate` also its table of
   * hosts.
   */
  readonly findAddresses?: FindAddresses;
}

/** A sender over HTTP, to be closed in the end. */
export interface HttpWebhookSender extends WebhookSender {
  /** Closes idle connections. */
  close(): void;
}

/** Bytes of an answer's body that are read at most, so that the connection can be used again. */
const MAX_BODY_BYTES = 4096;
const MAX_HEADER_BYTES = 8192;
/** Milliseconds after the head of an answer in which its body must end. */
const BODY_MILLISECONDS = 1000;
const IDLE_MILLISECONDS = 4000;
const NAME_MILLISECONDS = 2000;

/**
 * A sender over HTTPS. Every address of the receiver's name is checked, and the connection is made to a checked one, so
 * that a name cannot change in between. Redirects are not followed; of an answer's body at most 4096 bytes are read.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createWebhookSender(given: WebhookSenderOptions = {}): HttpWebhookSender {
  const { allowPrivate, ca, findAddresses } = resolveOptions<ResolvedSenderOptions>(
    "createWebhookSender",
    given,
    {
      allowPrivate: booleanOption({ default: false }),
      ca: optional(textOption({ maxLength: 100_000 })),
      findAddresses: optional(functionOption<FindAddresses>()),
    },
  );
  const lookup = checkedLookup(allowPrivate, findAddresses ?? finderOf(allowPrivate));
  const connections = { keepAlive: true, maxFreeSockets: 64, timeout: IDLE_MILLISECONDS, lookup };
  const plain = new HttpAgent(connections);
  const secure = new HttpsAgent({ ...connections, ...(ca === undefined ? {} : { ca }) });
  const refusal = (url: URL): string | undefined => refusalOf(url, allowPrivate);
  return Object.freeze<HttpWebhookSender>({
    refusal,
    send: async (request, { signal }) => {
      const url = new URL(request.url);
      const fault = refusal(url);
      if (fault !== undefined) throw new Error(fault);
      const agent = url.protocol === "https:" ? secure : plain;
      return await post(request, agent, signal);
    },
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  });
}

type ResolvedSenderOptions = Omit<WebhookSenderOptions, "allowPrivate"> & {
  readonly allowPrivate: boolean;
};

const NOT_PUBLIC = "The host of the address stands for no public address of the internet.";

function refusalOf(url: URL, allowPrivate: boolean): string | undefined {
  const host = hostOf(url);
  const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
  if (!allowPrivate && !isPublic) return NOT_PUBLIC;
  if (url.protocol === "https:") return undefined;
  const isLoopback = host === "localhost" || isLoopbackAddress(host);
  if (url.protocol === "http:" && allowPrivate && isLoopback) return undefined;
  return "The address of a webhook begins with https://.";
}

/** Names that stand for no host of the internet: RFC 6761, 6762, 8375 and ICANN's `internal`. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A search by the system's own function occupies a thread of the process, which strangers must not do. */
function finderOf(allowPrivate: boolean): FindAddresses {
  if (allowPrivate) {
    return async (host) => {
      const found = await systemLookup(host, { all: true, verbatim: true });
      return found.map(({ address }) => address);
    };
  }
  const resolver = new Resolver({ timeout: NAME_MILLISECONDS, tries: 2 });
  return async (host) => {
    const none = (): string[] => [];
    const found = [resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)];
    return (await Promise.all(found)).flat();
  };
}

/** Finds the addresses of a name for a connection, which is made to one of exactly these. */
function checkedLookup(allowPrivate: boolean, findAddresses: FindAddresses): LookupFunction {
  return (host, { all }, done) => {
    const answer = async (): Promise<void> => {
      // A name that is unknown and one that stands for an inner host are told alike.
      const found = await findAddresses(host).catch(() => []);
      const isAdmitted = allowPrivate || found.every(isPublicAddress);
      const usable = found.filter((address) => isIP(address) !== 0);
      const [first] = usable;
      if (first === undefined || !isAdmitted) {
        done(new Error(NOT_PUBLIC), "", 0);
        return;
      }
      const addresses = usable.map((address) => ({ address, family: isIP(address) }));
      if (all === true) done(null, addresses);
      else done(null, first, isIP(first));
    };
    void answer();
  };
}

async function post(
  request: WebhookRequest,
  agent: HttpAgent | HttpsAgent,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await postOnce(request, agent, signal);
  } catch (error) {
    // A receiver may close an idle connection at the moment at which it is used again.
    if (!(error instanceof StaleConnection)) throw error;
    return await postOnce(request, agent, signal);
  }
}

class StaleConnection extends Error {}

function postOnce(
  { url, headers, body }: WebhookRequest,
  agent: HttpAgent | HttpsAgent,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = agent instanceof HttpsAgent ? httpsRequest : httpRequest;
    const length = { "content-length": `${Buffer.byteLength(body)}` };
    const options = { method: "POST", agent, signal, maxHeaderSize: MAX_HEADER_BYTES };
    const sent = send(url, { ...options, headers: { ...headers, ...length } }, (answer) => {
      resolve(answer.statusCode ?? 0);
      passOver(answer);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
      reject(isStale ? new StaleConnection(error.code) : faultOf(error, signal));
    });
    sent.end(body);
  });
}

/** Reads a short body to its end, so that the connection is free again, and breaks off any other. */
function passOver(answer: IncomingMessage): void {
  let read = 0;
  const timer = setTimeout(() => answer.destroy(), BODY_MILLISECONDS);
  timer.unref();
  answer.on("data", (bytes: Buffer) => {
    read += bytes.length;
    if (read > MAX_BODY_BYTES) answer.destroy();
  });
  answer.on("error", () => undefined);
  answer.on("close", () => clearTimeout(timer));
}

/** A sentence for the owner of the webhook, without the addresses that the system's own texts hold. */
function faultOf(error: NodeJS.ErrnoException, signal: AbortSignal): Error {
  if (error.message === NOT_PUBLIC) return error;
  if (signal.aborted) return new Error("The receiver did not answer in time.");
  return new Error(`The connection failed: ${error.code ?? "unknown reason"}.`);
}
