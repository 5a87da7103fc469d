/** A sentence with its names as their owners wrote them: each has its own direction, and its id on pointing. */

import { Fragment } from "preact";

import type { Part } from "./sentence.ts";

export function SentenceView({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {typeof part === "string" ? (
            part
          ) : (
            <bdi title={part.id ?? undefined}>
              <strong>{part.name}</strong>
            </bdi>
          )}
        </Fragment>
      ))}
    </>
  );
}
