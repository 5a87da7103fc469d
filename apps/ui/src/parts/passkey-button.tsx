/** A button that lets the reader use a passkey, where the server and the browser have passkeys. */

import { useEffect, useState } from "preact/hooks";

import { knowsPasskeys } from "../model/passkeys.ts";
import { serverHealth } from "../model/server-health.ts";
import { useAction } from "./action.ts";
import { Notice } from "./notice.tsx";

interface PasskeyButtonProps {
  /** Word on the button, and the word while the browser asks. */
  readonly words: readonly [string, string];
  readonly onUse: () => Promise<unknown>;
}

export function PasskeyButton({ words, onUse }: PasskeyButtonProps) {
  const isOffered = usePasskeys();
  const action = useAction<void, unknown>(onUse);
  if (!isOffered) return null;
  return (
    <p class="after">
      <button type="button" class="second" disabled={action.busy} onClick={() => void action.run()}>
        {action.busy ? words[1] : words[0]}
      </button>
      {action.problem !== undefined && <Notice kind="poor">{action.problem}</Notice>}
    </p>
  );
}

/** True once it is known that the server and the browser have passkeys. */
function usePasskeys(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    let isShown = true;
    serverHealth().then(
      ({ passkeys }) => isShown && setOffered(passkeys === true && knowsPasskeys()),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return isOffered;
}
