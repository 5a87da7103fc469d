/** The breaking changes between two AsyncAPI documents of one service. */

import { listOf, objectOf, resolved, type BreakingChange, type Json, type Side } from "./change.ts";
import { SchemaComparison, type Roots } from "./schema-changes.ts";

/** Changes that break a client of the feeds of `before`. Empty when everything that worked still does. */
export function asyncapiChanges(before: Json, after: Json): readonly BreakingChange[] {
  const roots = { before, after };
  const found: BreakingChange[] = [];
  const channels = new Map(
    Object.values(objectOf(after["channels"])).map((one) => [objectOf(one)["address"], one]),
  );
  for (const channel of Object.values(objectOf(before["channels"])).map(objectOf)) {
    const now = channels.get(channel["address"]);
    const place = String(channel["address"]);
    if (now === undefined) found.push({ place, change: "the channel was removed" });
    else found.push(...parameterChanges(channel, objectOf(now), roots, place));
  }
  for (const [name, operation] of Object.entries(objectOf(before["operations"]))) {
    const now = objectOf(after["operations"])[name];
    const place = String(resolved(before, objectOf(operation)["channel"])["address"]);
    if (!channels.has(place)) continue;
    if (now === undefined) found.push({ place, change: `the operation ${name} was removed` });
    else found.push(...operationChanges(objectOf(operation), objectOf(now), roots, place));
  }
  return found;
}

function operationChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  // A message that the service sends is an answer; one that it takes is a request.
  const side: Side = before["action"] === "send" ? "answer" : "request";
  const old = messagesOf(before, roots.before);
  const now = messagesOf(after, roots.after);
  return [...old].flatMap(([name, message]) => {
    const at = `${place} ${name}`;
    const other = now.get(name);
    if (other === undefined) return [{ place: at, change: "the message was removed" }];
    return ["headers", "payload"].flatMap((part) => {
      if (message[part] === undefined) return [];
      return new SchemaComparison(roots).changes(message[part], other[part] ?? {}, side, at);
    });
  });
}

function messagesOf(operation: Json, root: Json): ReadonlyMap<string, Json> {
  return new Map(
    listOf(operation["messages"]).map((one) => {
      const message = resolved(root, one);
      return [String(message["name"]), message];
    }),
  );
}

/** The query and the headers of a handshake are what a caller sends. */
function parameterChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  const partOf = (channel: Json, part: string): unknown =>
    objectOf(objectOf(channel["bindings"])["ws"])[part];
  return ["query", "headers"].flatMap((part) =>
    new SchemaComparison(roots).changes(
      partOf(before, part) ?? {},
      partOf(after, part) ?? {},
      "request",
      `${place} ${part}`,
    ),
  );
}
