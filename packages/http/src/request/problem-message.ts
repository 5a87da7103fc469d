/** A Problem as the bytes of a whole reply, for a socket on which no request could be read. */

import { STATUS_CODES } from "node:http";

import { problemReply, type Problem, type WireFormat } from "@bourse/contract";

/** An HTTP/1.1 message in the API's wire format that ends its connection; `constant` holds more names and values. */
export function problemMessage(
  wire: WireFormat,
  problem: Problem,
  constant: readonly string[],
): string {
  const { status, headers, body } = problemReply(wire, problem);
  const text = typeof body === "string" ? body : "";
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`];
  for (let index = 0; index < constant.length; index += 2) {
    lines.push(`${constant[index]}: ${constant[index + 1]}`);
  }
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push(`Content-Length: ${Buffer.byteLength(text)}`, "Connection: close", "", text);
  return lines.join("\r\n");
}
