/** A part of a page whose code is fetched when it is shown: few readers need it. */

import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Card } from "./card.tsx";
import { Notice } from "./notice.tsx";
import { ReadingHint } from "./reading-hint.tsx";

interface LaterProps {
  /** Title of its card, which keeps the place. */
  readonly title: string;
  readonly load: () => Promise<FunctionComponent>;
  /** Parts below it, which come with it, so that it moves nothing. */
  readonly children?: ComponentChildren;
}

export function Later({ title, load, children }: LaterProps) {
  const [loaded, setLoaded] = useState<{ readonly Part?: FunctionComponent }>();
  useEffect(() => {
    let isShown = true;
    const show = (Part?: FunctionComponent): void => {
      if (isShown) setLoaded(Part === undefined ? {} : { Part });
    };
    load().then(show, () => show());
    return () => {
      isShown = false;
    };
  }, [load]);
  if (loaded === undefined) {
    return (
      <Card title={title}>
        <ReadingHint>Loading…</ReadingHint>
      </Card>
    );
  }
  const { Part } = loaded;
  return (
    <>
      {Part === undefined ? (
        <Notice kind="poor">
          A part of this page could not be read: the server does not answer, or has a newer page.{" "}
          <button type="button" class="second small" onClick={() => location.reload()}>
            Load the page again
          </button>
        </Notice>
      ) : (
        <Part />
      )}
      {children}
    </>
  );
}
