/**
 * Account of the program at the other end of a connection of this machine, as the kernel's table of sockets names it
 * (Linux). A proxy can send whatever a program sends, but it does not run as the account of this server: Debian's nginx
 * runs as www-data.
 */

import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { endianness } from "node:os";

import { plainAddress } from "./client-address.ts";

/** Tables of the sockets of IPv4 and of IPv6. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];

/** State of a connection that both ends hold; a socket that nobody holds any longer is listed as root's. */
const ESTABLISHED = "01";

const ROOT = 0;

/** Connections keep their programs. */
const known = new WeakMap<Socket, boolean>();

/**
 * True for a connection of a program that runs as the account of this process, or as root; and where the system does
 * not tell: on any but Linux, and on a Linux whose table lists no sockets.
 */
export function isOwnAccount(socket: Socket): boolean {
  const found = known.get(socket) ?? looksOwn(socket);
  known.set(socket, found);
  return found;
}

function looksOwn(socket: Socket): boolean {
  const own = process.getuid?.();
  if (own === undefined || process.platform !== "linux") return true;
  const table = TABLES.map(read).join("\n");
  if (!listsListener(table, socket.localPort)) return true;
  const account = accountOf(table, socket);
  return account === own || account === ROOT;
}

/** Ends of a connection, as this process sees them. */
type Ends = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

/** Number of the account that holds the other end by a table of sockets; undefined where no line is about it. */
export function accountOf(
  table: string,
  { remoteAddress = "", remotePort, localAddress = "", localPort }: Ends,
): number | undefined {
  const theirs = spellings(remoteAddress, remotePort);
  const ours = spellings(localAddress, localPort);
  for (const line of table.split("\n")) {
    const [, local = "", remote = "", state, , , , account, , inode] = line.trim().split(/\s+/);
    if (state !== ESTABLISHED || inode === "0") continue;
    if (theirs.includes(local) && ours.includes(remote)) return Number(account);
  }
  return undefined;
}

/** True for a table that lists what listens on the port; one that does not lists nothing (gVisor, WSL 1). */
export function listsListener(table: string, port = 0): boolean {
  return new RegExp(`^ *\\d+: [\\dA-F]+:${hexPort(port)} [\\dA-F]+:0000 0A `, "m").test(table);
}

/** An end as the tables write it: of IPv4, and of IPv4 within IPv6; or of IPv6's one loopback address. */
function spellings(address: string, port = 0): readonly string[] {
  const plain = plainAddress(address) ?? "";
  const bytes = plain === "::1" ? [0, 0, 0, 1] : plain.split(".").map(Number);
  const last = word(bytes);
  const words = plain === "::1" ? ["0".repeat(24) + last] : [last, `${MAPPED}${last}`];
  return words.map((one) => `${one}:${hexPort(port)}`);
}

const hexPort = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");

/** Four bytes as the number that the machine reads them as. */
function word(bytes: readonly number[]): string {
  const ordered = endianness() === "LE" ? bytes.toReversed() : bytes;
  return ordered.map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
}

/** First three words of an IPv4 address within IPv6. */
const MAPPED = `${"0".repeat(16)}${word([0, 0, 0xff, 0xff])}`;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
