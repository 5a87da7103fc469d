/** An address, hash or id: shortened to read, whole to copy. */

import { useState } from "preact/hooks";

import { short } from "../model/format.ts";

interface CodeProps {
  readonly text: string;
  /** Label of the code for screen readers. */
  readonly label: string;
  readonly whole?: boolean;
  /** Words to read in the place of the text. */
  readonly words?: string;
}

export function Code({ text, label, whole = false, words }: CodeProps) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
    });
  };
  return (
    <span class="code">
      {words ?? <code title={text}>{whole ? text : short(text)}</code>}
      <button type="button" class="copy" onClick={copy} aria-label={`Copy ${label}`}>
        {copied ? "copied" : "copy"}
      </button>
    </span>
  );
}

const COPIED_MILLISECONDS = 1500;
