import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Signs tokens with the next key from now on. Returns 1 while verifiers cannot know that key yet. */
export async function rotateKeys(
  { signingKeys, trail }: AuthCore,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  const { rotated, activeKid, retryAfterSeconds } = await signingKeys.rotate();
  if (rotated) {
    trail.append({ action: "signing_key.rotated", actor: "operator", subject: activeKid });
    stdout(`Tokens are signed by ${activeKid} from now on; older ones stay valid.`);
    return 0;
  }
  stderr(
    `Not rotated: the next key has not been published long enough. Try again in ${Math.ceil(retryAfterSeconds)} s.`,
  );
  return 1;
}
