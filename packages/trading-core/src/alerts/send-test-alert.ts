/** A test of the ways that alerts go: one message by each channel, outside of the log and the outbox. */

import {
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
  type Clock,
} from "@bourse/kernel";

import type { AlertChannel, AlertOutcome } from "./alert-channel.ts";
import { channelsOption } from "./channels-option.ts";

/** Options of {@link sendTestAlert}. */
export interface TestAlertOptions {
  /** Channels that the message goes to, each with a name of its own. */
  readonly channels: readonly AlertChannel[];
  /** Name of the service in the message, 1–100 characters. Default `bourse-backtest`. */
  readonly service?: string;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Pick<Clock, "sleep">;
}

/** A channel and the outcome of the test message. */
export interface TestedChannel {
  /** Name of the channel, such as `mail`. */
  readonly channel: string;
  /** `unknown`: nobody has answered whether the message was taken. */
  readonly status: AlertOutcome["status"] | "unknown";
  /** Reason in words, without a secret; null for a message that was taken. */
  readonly reason: string | null;
}

/** Milliseconds within which a channel has to answer. */
const ANSWER_MILLISECONDS = 20_000;

/**
 * Sends a message that says it is a test by each channel, at once and whatever the quiet hours. Resolves to the
 * outcomes, in the order of the channels; one that has not answered within 20 s is `unknown`.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function sendTestAlert(options: TestAlertOptions): Promise<readonly TestedChannel[]> {
  const given = resolveOptions<Required<TestAlertOptions>>("sendTestAlert", options, {
    channels: channelsOption,
    service: textOption({ default: "bourse-backtest", maxLength: 100 }),
    clock: portOption<Pick<Clock, "sleep">>(["sleep"], { default: systemClock }),
  });
  return await Promise.all(given.channels.map((channel) => testChannel(channel, given)));
}

async function testChannel(
  channel: AlertChannel,
  { service, clock }: Required<TestAlertOptions>,
): Promise<TestedChannel> {
  const id = systemIds.uuid();
  const message = {
    id,
    subject: `${service}: test of the alerts`,
    text: `Test of the alerts of ${service}: nothing has happened.\nAlert ${id}`,
    isRepeat: false,
  };
  const sending = new AbortController();
  const ended = new AbortController();
  const late = clock.sleep(ANSWER_MILLISECONDS, ended.signal).then(() => {
    sending.abort();
    throw new Error(`It has not answered within ${ANSWER_MILLISECONDS / 1000} s.`);
  });
  late.catch(() => undefined);
  try {
    const outcome = await Promise.race([channel.send(message, { signal: sending.signal }), late]);
    const reason = outcome.status === "sent" ? null : outcome.reason;
    return { channel: channel.name, status: outcome.status, reason };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "It has not answered.";
    return { channel: channel.name, status: "unknown", reason };
  } finally {
    ended.abort();
  }
}
