/** A part of a page whose code is fetched when it is shown: few readers need it. */

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Notice } from "./notice.tsx";

export function Later({ load }: { readonly load: () => Promise<FunctionComponent> }) {
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
  if (loaded === undefined) return null;
  const { Part } = loaded;
  if (Part !== undefined) return <Part />;
  return <Notice kind="poor">A part of this page could not be read. Load the page again.</Notice>;
}
