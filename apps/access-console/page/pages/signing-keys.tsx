/** The public keys with which every service can verify access tokens by itself (RFC 7517). */

import {
  Badge,
  Card,
  Code,
  Empty,
  loaded,
  Notice,
  Table,
  untilKnown,
  watchedFetch,
} from "@bourse/ui";
import { FOREIGN_ANSWER, NO_ANSWER } from "@bourse/ui/failures";
import { useEffect } from "preact/hooks";

const PATH = "/.well-known/jwks.json";

interface PublicKey {
  readonly kid: string;
  readonly kty: string;
  readonly alg: string;
  readonly use: string;
}

const keys = loaded(async () => {
  const answer = await watchedFetch(PATH).catch(() => {
    throw new Error(NO_ANSWER);
  });
  if (!answer.ok)
    throw new Error(`The server answered with status ${answer.status}. Try again later.`);
  return keysIn(await answer.json().catch(() => undefined));
});

function keysIn(answer: unknown): readonly PublicKey[] {
  const { keys: found } = (answer ?? {}) as { readonly keys?: readonly PublicKey[] };
  if (!Array.isArray(found)) throw new Error(FOREIGN_ANSWER);
  return found;
}

export function SigningKeys() {
  useEffect(() => void keys.refresh(), []);
  const known = keys.value.value;
  const list = known ?? [];
  return (
    <Card
      title="Public keys"
      wide
      aside={known && <span class="hint">{known.length} published</span>}
    >
      {keys.problem.value && <Notice kind="poor">{keys.problem.value}</Notice>}
      {known?.length === 0 ? (
        <Empty title="No public key.">
          This server signs with HS256, so that it alone can verify tokens. Set AUTH_ALGORITHM to
          ES256 or EdDSA, and services verify tokens without asking it.
        </Empty>
      ) : (
        <Table
          label="Public keys"
          head={["Key id", "Algorithm", "Type", "Use"]}
          count={list.length}
          empty={untilKnown(keys.problem.value, "Loading…")}
        >
          {list.map(({ kid, alg, kty, use }) => (
            <tr key={kid}>
              <td>
                <Code text={kid} label="key id" />
              </td>
              <td>{alg}</td>
              <td>{kty}</td>
              <td>
                <Badge state={use} kind="good" text={use === "sig" ? "signatures" : use} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p class="hint">
        A verifier needs{" "}
        <Code text={`${location.origin}${PATH}`} label="address of the keys" whole /> and nothing
        else. The next key is published before it signs. Operators rotate with{" "}
        <code>bourse auth keys rotate</code>, or by sending SIGHUP to the running server.
      </p>
    </Card>
  );
}
