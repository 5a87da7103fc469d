/** Starts the components of a process in order and stops them in reverse. */

import { listOf, objectOf } from "../checked-calls.ts";
import { systemClock, type Clock } from "../clock.ts";
import { KernelError } from "../kernel-error.ts";
import { integerOption, portOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import { withDeadline } from "../with-deadline.ts";

/** A part of a process that may be started and stopped. */
export interface Component {
  /** Name of the component in errors. */
  readonly name: string;
  /** Called once, after all components before it have started. The signal tells that the start was given up. */
  readonly start?: (signal: AbortSignal) => Promise<void> | void;
  /**
   * Called once, if it started, after all components behind it have stopped. The signal tells that its time is
   * over: what it still does then is not waited for.
   */
  readonly stop?: (signal: AbortSignal) => Promise<void> | void;
}

/** Options of {@link createLifecycle}. */
export interface LifecycleOptions {
  /** Maximum time in milliseconds for each component to stop. 1–3,600,000; default 10,000. */
  readonly componentStopMilliseconds?: number;
  /**
   * Maximum time in milliseconds for all components together; later ones are still asked to stop, but not waited for.
   * 1–3,600,000; default 30,000.
   */
  readonly stopMilliseconds?: number;
  /** Clock of the time limits. Default: the system clock. */
  readonly clock?: Clock;
}

/** State of a lifecycle, in the order in which it is passed through. */
export type LifecycleState = "new" | "starting" | "running" | "stopping" | "stopped";

/** Starts and stops a list of components. */
export interface Lifecycle {
  /** Returns the current state. */
  state(): LifecycleState;
  /**
   * Starts the components one after another. When one fails, those that had started are stopped in reverse first.
   * A second call joins the first. `stop()` during the start gives it up.
   *
   * @throws KernelError LIFECYCLE_START_FAILED (details.component; cause: the component's error, or an
   * AggregateError of it and of what then failed to stop), LIFECYCLE_ENDED
   */
  start(): Promise<void>;
  /**
   * Stops what started, in reverse. Every component gets its turn whatever happens to others. A second call joins
   * the first; without a start there is nothing to do; during one, the start is given up after the component that is
   * starting, and undone.
   *
   * @throws KernelError LIFECYCLE_STOP_FAILED (details.components; cause: an AggregateError in the order of stopping)
   */
  stop(): Promise<void>;
}

/** Creates a lifecycle over components, in the order of their start. @throws KernelError OPTION_INVALID */
export function createLifecycle(
  components: readonly Component[],
  options: LifecycleOptions = {},
): Lifecycle {
  const settings = resolveOptions<Required<LifecycleOptions>>("createLifecycle", options, {
    componentStopMilliseconds: integerOption({ min: 1, max: 3_600_000, default: 10_000 }),
    stopMilliseconds: integerOption({ min: 1, max: 3_600_000, default: 30_000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  });
  listOf(objectOf({}))("components", components);
  return new ComponentLifecycle([...components], settings);
}

interface StopFault {
  readonly component: string;
  readonly error: unknown;
}

class ComponentLifecycle implements Lifecycle {
  readonly #components: readonly Component[];
  readonly #settings: Required<LifecycleOptions>;
  readonly #started: Component[] = [];
  readonly #givenUp = new AbortController();
  #state: LifecycleState = "new";
  #faultsOfGivingUp: readonly StopFault[] = [];
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(components: readonly Component[], settings: Required<LifecycleOptions>) {
    this.#components = components;
    this.#settings = settings;
  }

  state(): LifecycleState {
    return this.#state;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #start(): Promise<void> {
    if (this.#state !== "new") throw endedError();
    this.#state = "starting";
    for (const component of this.#components) {
      try {
        await component.start?.(this.#givenUp.signal);
        this.#started.push(component);
        this.#givenUp.signal.throwIfAborted();
      } catch (error) {
        throw await this.#failedStart(component, error);
      }
    }
    this.#state = "running";
  }

  async #failedStart(component: Component, error: unknown): Promise<KernelError> {
    const faults = await this.#stopStarted();
    this.#state = "stopped";
    if (this.#givenUp.signal.aborted) {
      // stop() tells these; whoever waits for the start only learns that it was given up.
      this.#faultsOfGivingUp = faults;
      return endedError();
    }
    const errors = [error, ...faults.map((fault) => fault.error)];
    return new KernelError(
      "LIFECYCLE_START_FAILED",
      `"${component.name}" did not start; what had started before it was stopped again.`,
      {
        details: { component: component.name },
        cause: faults.length === 0 ? error : new AggregateError(errors, "Start and stop failed."),
      },
    );
  }

  async #stop(): Promise<void> {
    if (this.#state === "starting") {
      this.#givenUp.abort(endedError());
      await this.#starting?.catch(() => undefined);
      if (this.#faultsOfGivingUp.length > 0) throw stopError(this.#faultsOfGivingUp);
      return;
    }
    if (this.#state === "new") this.#state = "stopped";
    if (this.#state === "stopped") return;
    this.#state = "stopping";
    const faults = await this.#stopStarted();
    this.#state = "stopped";
    if (faults.length > 0) throw stopError(faults);
  }

  async #stopStarted(): Promise<readonly StopFault[]> {
    const { clock, stopMilliseconds, componentStopMilliseconds } = this.#settings;
    const end = clock.monotonic() + stopMilliseconds;
    const faults: StopFault[] = [];
    for (const component of this.#started.splice(0).toReversed()) {
      const left = Math.max(0, Math.min(componentStopMilliseconds, end - clock.monotonic()));
      try {
        await this.#stopOne(component, left);
      } catch (error) {
        faults.push({ component: component.name, error });
      }
    }
    return faults;
  }

  async #stopOne(component: Component, milliseconds: number): Promise<void> {
    const onTimeout = (): never => {
      throw new Error(`"${component.name}" did not stop within ${milliseconds} ms.`);
    };
    await withDeadline(
      { clock: this.#settings.clock, milliseconds, onTimeout },
      async (signal) => await component.stop?.(signal),
    );
  }
}

function endedError(): KernelError {
  return new KernelError(
    "LIFECYCLE_ENDED",
    "The lifecycle was stopped; make a new one to start again.",
  );
}

function stopError(faults: readonly StopFault[]): KernelError {
  const components = faults.map((fault) => fault.component);
  return new KernelError(
    "LIFECYCLE_STOP_FAILED",
    `Did not stop cleanly: ${components.join(", ")}.`,
    {
      details: { components },
      cause: new AggregateError(
        faults.map((fault) => fault.error),
        `${faults.length} components did not stop cleanly.`,
      ),
    },
  );
}
