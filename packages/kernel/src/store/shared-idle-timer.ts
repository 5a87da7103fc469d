/** One idle timer for transactions that run one after another, which costs each less than a timer of its own. */

import { startIdleTimer } from "@bourse/kernel/platform";

import type { IdleTimer } from "../platform/port.ts";
import type { IdleLimit } from "./transaction-watch.ts";

export class SharedIdleTimer implements IdleLimit {
  readonly idleMilliseconds: number;
  /** Undefined while it does not run. */
  #timer: IdleTimer | undefined;
  /** Called at the end of the running transaction's time. */
  #onEnd: (() => void) | undefined;
  /** The timer as the running transaction sees it. */
  readonly #own: IdleTimer = {
    touch: () => this.#timer?.touch(),
    stop: () => {
      this.#onEnd = undefined;
    },
  };

  constructor(idleMilliseconds: number) {
    this.idleMilliseconds = idleMilliseconds;
  }

  readonly startTimer = (onEnd: () => void): IdleTimer => {
    this.#onEnd = onEnd;
    if (this.#timer === undefined) {
      this.#timer = startIdleTimer(this.idleMilliseconds, () => this.#end());
    } else {
      this.#timer.touch();
    }
    return this.#own;
  };

  /** Stops the timer, so that it keeps no process alive. The next transaction starts it again. */
  stop(): void {
    this.#timer?.stop();
    this.#timer = undefined;
  }

  #end(): void {
    this.#onEnd?.();
    // Whoever goes on has touched the timer, which runs on then.
    if (this.#onEnd === undefined) this.stop();
  }
}
