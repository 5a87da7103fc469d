/**
 * Ports for processes whose settings must name them.
 *
 * They lie below the ranges from which operating systems take the ports of outgoing connections (Linux: from 32768;
 * IANA, RFC 6335: from 49152), so nothing that a test connects to can take one before its server listens.
 */

import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

const LOWEST = 10_000;
const HIGHEST = 32_767;

/** Resolves with the first of `count` neighbouring ports that nobody on 127.0.0.1 has, by TCP or UDP. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST, HIGHEST - count);
    const ports = Array.from({ length: count }, (_, offset) => first + offset);
    const answers = await Promise.all(ports.map(isFree));
    if (answers.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const socket = createSocket("udp4");
  socket.bind(port, "127.0.0.1");
  const heard = [once(server, "listening"), once(socket, "listening")];
  const outcomes = await Promise.allSettled(heard);
  server.close();
  socket.close();
  return outcomes.every(({ status }) => status === "fulfilled");
}
