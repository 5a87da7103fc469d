/** The secret of a webhook: the one time that it is shown, and what it is for. */

import { ShownOnce } from "../../parts/shown-once.tsx";

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  /** Forgets the secret and shows what comes next. */
  readonly onCopied: () => void;
}

export function SecretOnce({ title, secret, onCopied }: SecretOnceProps) {
  return (
    <ShownOnce
      title={title}
      text={secret}
      label="the secret"
      warning={
        <>
          <strong>Copy the secret now.</strong> It is shown this once, and nobody can read it again.
        </>
      }
      onCopied={onCopied}
    >
      <p class="hint">
        Your receiver checks with it that an event comes from here: each is signed by the rules of
        Standard Webhooks, which has libraries for most languages.
      </p>
      <p class="hint">
        In TypeScript, with the package <code>standardwebhooks</code>:{" "}
        <code class="breaking">new Webhook(secret).verify(body, headers)</code>. Remember the header{" "}
        <code>webhook-id</code>: an event may come more than once.
      </p>
    </ShownOnce>
  );
}
