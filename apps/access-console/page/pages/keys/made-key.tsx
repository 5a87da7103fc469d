/** A key that was just made: the one time that it is shown, and snippets that use it. */

import type { CreateApiKeyOutput } from "@bourse/client/auth";
import { Code, ShownOnce } from "@bourse/ui";
import { useState } from "preact/hooks";

import { prefixOfApi } from "../../model/client.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { SNIPPETS, type SnippetName } from "./snippets.ts";

interface MadeKeyProps {
  readonly of: CreateApiKeyOutput;
  readonly title: string;
  /** Forgets the key and shows what comes next. */
  readonly onCopied: () => void;
}

export function MadeKey({ of: made, title, onCopied }: MadeKeyProps) {
  return (
    <ShownOnce
      title={title}
      text={made.key}
      label="the API key"
      warning={
        <>
          <strong>Copy the key now.</strong> It is shown this once: the server keeps only its
          digest, and nobody can read it again.
        </>
      }
      onCopied={onCopied}
    >
      <p class="hint">Permissions: {made.permissions.join(", ")}.</p>
      <Snippet apiKey={made.key} />
    </ShownOnce>
  );
}

function Snippet({ apiKey }: { readonly apiKey: string }) {
  const [name, setName] = useState<SnippetName>("curl");
  const prefix = useLoaded("prefix", () => prefixOfApi()).value.value;
  if (prefix === undefined) return null;
  const text = SNIPPETS[name](apiKey, { origin: location.origin, prefix });
  return (
    <section aria-label="How a program sends the key">
      <div class="buttons" role="group" aria-label="Language">
        {(Object.keys(SNIPPETS) as SnippetName[]).map((one) => (
          <button
            key={one}
            type="button"
            class="second small"
            aria-pressed={one === name}
            onClick={() => setName(one)}
          >
            {one}
          </button>
        ))}
        <Code text={text} label={`the snippet for ${name}`} words="With the key in it:" />
      </div>
      <pre class="data" tabIndex={0} aria-label={`Snippet: ${name}`}>
        {text}
      </pre>
    </section>
  );
}
