/** Buttons that lead to OpenID providers. */

import { beginSignIn, type SignInAim } from "../model/provider-sign-in.ts";
import { useAction } from "./action.ts";
import { Notice } from "./notice.tsx";

interface ProviderButtonsProps {
  readonly aim: SignInAim;
  readonly providers: readonly { readonly name: string; readonly label: string }[];
  /** Prefix of the API, such as `/api/v1`. */
  readonly prefix: () => string | Promise<string>;
}

/** One button for each provider; nothing where there are none. */
export function ProviderButtons({ aim, providers, prefix }: ProviderButtonsProps) {
  const open = useAction<string, void>((name) =>
    beginSignIn(
      aim,
      async (challenge) => `${await prefix()}/auth/oidc/${name}/start?challenge=${challenge}`,
    ),
  );
  if (providers.length === 0) return null;
  return (
    <div class="buttons after">
      {providers.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          class="second"
          disabled={open.busy}
          onClick={() => void open.run(name)}
        >
          {aim === "link" ? `Link ${label}` : `Sign in with ${label}`}
        </button>
      ))}
      {open.problem !== undefined && <Notice kind="poor">{open.problem}</Notice>}
    </div>
  );
}
