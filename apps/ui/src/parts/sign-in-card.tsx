/** The page that an OpenID provider leads back to. */

import { formatPlace } from "../model/place-text.ts";
import { Card } from "./card.tsx";
import { Notice } from "./notice.tsx";

/** What became of a sign-in; undefined while it is being redeemed. */
export function SignInCard({ problem }: { readonly problem: string | undefined }) {
  return (
    <Card title="Your sign-in">
      {problem === undefined ? (
        <p class="hint">Signing in…</p>
      ) : (
        <>
          <Notice kind="poor">{problem}</Notice>
          <p class="hint switch">
            <a href={formatPlace(["sign-in"])}>Back to the sign-in</a>, or to{" "}
            <a href={formatPlace(["account"])}>your account</a>.
          </p>
        </>
      )}
    </Card>
  );
}
