/** The rotation of a key: how long the replaced one is accepted. */

import type { GetApiKeyOutput, RotateApiKeyOutput } from "@bourse/client/auth";
import { ONCE, Rotation } from "@bourse/ui";

import { call } from "../../model/login.ts";

interface RotateKeyProps {
  readonly of: GetApiKeyOutput;
  readonly onMade: (made: RotateApiKeyOutput) => void;
  readonly onBack: () => void;
}

export function RotateKey({ of: key, onMade, onBack }: RotateKeyProps) {
  const rotate = async (graceSeconds: number): Promise<void> => {
    const input = { params: { id: key.id }, body: { graceSeconds } };
    onMade(await call((auth) => auth.rotateApiKey(input, ONCE)));
  };
  return (
    <Rotation
      what="key"
      label="The old key is accepted for"
      none="Not at all: it is refused at once"
      rotate={rotate}
      onBack={onBack}
    >
      <bdi>{key.name}</bdi> gets a new key under the same id, with the same permissions, limits and
      addresses. Give it to your programs before the old one ends.
    </Rotation>
  );
}
