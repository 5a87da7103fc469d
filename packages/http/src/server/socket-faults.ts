/** Faults that node:http finds before there is a request: answered in the API's wire format all the same. */

import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { WireFormat } from "@bourse/contract";

import { problemMessage } from "../request/problem-message.ts";
import { SECURITY_HEADERS } from "../request/security-headers.ts";
import { transportProblem, type TransportFault } from "../request/transport-problem.ts";
import type { Connections } from "./connections.ts";

/**
 * Answers 400 to bytes that are no HTTP (both kinds of message length at once among them), 408 to a request that
 * comes too slowly, 431 to headers over the limit; then ends the connection. Where a reply is already on its way
 * the connection is cut instead: a second one would land in its middle.
 */
export function answerSocketFaults(
  server: Server,
  wire: WireFormat,
  connections: Connections,
): void {
  const messages = new Map<TransportFault, string>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const fault = faultOf(error.code);
    const isFree = socket instanceof Socket && connections.awaitsReply(socket);
    if (fault === undefined || !socket.writable || !isFree) {
      socket.destroy();
      return;
    }
    const message =
      messages.get(fault) ?? problemMessage(wire, transportProblem(fault), SECURITY_HEADERS);
    messages.set(fault, message);
    connections.noteStatus(socket, transportProblem(fault).status);
    socket.end(message);
  });
}

/** Faults by node's error code; undefined where the connection is broken and no answer arrives. */
const FAULTS: Readonly<Record<string, TransportFault | undefined>> = {
  ECONNRESET: undefined,
  EPIPE: undefined,
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

function faultOf(code = ""): TransportFault | undefined {
  return code in FAULTS ? FAULTS[code] : "REQUEST_MALFORMED";
}

/** Answers 417 to an `Expect` other than `100-continue`. */
export function answerExpectations(server: Server, wire: WireFormat): void {
  const message = problemMessage(wire, transportProblem("EXPECTATION_FAILED"), SECURITY_HEADERS);
  server.on("checkExpectation", ({ socket }) => socket.end(message));
}
