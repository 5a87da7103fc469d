/** From the header of a request to who is calling. */

import type { Actor } from "../actor.ts";

export interface Guard {
  /** `authorization` is the header's value. @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN */
  identify(authorization: string | undefined): Promise<Actor>;
  /** null without a header: for routes that are open but show their owner more. @throws as `identify` */
  identifyOrNobody(authorization: string | undefined): Promise<Actor | null>;
}
