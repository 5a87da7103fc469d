/** A key that was just made: the one time that it is shown. */

import type { CreateApiKeyOutput } from "@bourse/client/auth";
import { Card, Code } from "@bourse/ui";

interface ShownOnceProps {
  readonly made: CreateApiKeyOutput;
  readonly title: string;
  /** Forgets the key and shows what comes next. */
  readonly onCopied: () => void;
}

export function ShownOnce({ made, title, onCopied }: ShownOnceProps) {
  const call = `curl -H 'X-API-Key: …' ${location.origin}/…`;
  return (
    <Card title={title} wide>
      <p>
        <strong>Copy the key now.</strong> It is shown this once: the server keeps only its digest,
        and nobody can read it again.
      </p>
      <p class="secret">
        <Code text={made.key} label="the API key" whole />
      </p>
      <p class="hint">
        Permissions: {made.permissions.join(", ")}. Programs send it so: <code>{call}</code>
      </p>
      <div class="buttons after">
        <button type="button" onClick={onCopied}>
          I have copied it
        </button>
      </div>
    </Card>
  );
}
