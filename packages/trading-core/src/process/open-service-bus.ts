/** The bus of a service: one between processes, or one inside of this process. */

import { readFile } from "node:fs/promises";

import {
  anyText,
  booleanOption,
  createInProcessBus,
  functionOption,
  KernelError,
  listOf,
  logBusFaults,
  numberOption,
  objectOf,
  optional,
  portOption,
  resolveOptions,
  shapedOption,
  textOption,
  type Bus,
  type BusFault,
  type Clock,
  type DeadLetterStore,
  type Instruments,
  type Logger,
  type OptionRules,
} from "@bourse/kernel";

import { resolveBusKeys, type BusKeyStore } from "../bus/bus-keys.ts";
import { anyClock } from "../part-shapes.ts";

/** Options of a bus between processes; `openNatsBus` of `@bourse/bus-nats` takes them. */
export interface SharedBusOptions {
  /** Address of the bus, which may have a login. */
  readonly url: string;
  /** Content of a file of credentials. Default: none. */
  readonly credentials?: string;
  /** Certificates of the authorities that sign that of the bus. Default: those that Node.js trusts. */
  readonly ca?: string;
  /** True to use no bus that lets clients in without a login. */
  readonly isLoginRequired: boolean;
  /** Keys that messages are signed with: the first signs, each proves. Default: none, nothing is signed. */
  readonly keys?: readonly string[];
  /** True to take messages without a signature as well. Default false. */
  readonly acceptsUnsigned?: boolean;
  /** Clock of the times of messages. Default: the system clock. */
  readonly clock?: Clock;
  /** Prefix of all names on the bus: processes of one namespace belong together. */
  readonly namespace: string;
  /** Name of this process on the bus. */
  readonly clientName: string;
  /** Maximum number of messages that wait in a queue. */
  readonly maxWaiting: number;
  /** Called with what no caller learns of. */
  readonly onFault: (fault: BusFault) => void;
}

/** Options of {@link openServiceBus}. */
export interface ServiceBusOptions extends Pick<
  SharedBusOptions,
  "isLoginRequired" | "namespace" | "clientName" | "acceptsUnsigned" | "clock"
> {
  /** Address of the bus between processes; undefined for a bus inside of this process. */
  readonly url: string | undefined;
  /**
   * Keys of the messages between processes; the word `store` stands for the key that the store keeps. Default: that
   * one.
   */
  readonly keys?: readonly string[] | undefined;
  /** Path of a file of credentials. Default: none. */
  readonly credentialsFile?: string | undefined;
  /** Path of a file of certificates of authorities. Default: none. */
  readonly caFile?: string | undefined;
  /** Names of the settings of the two files, for the sentences of errors. Default: the names of these options. */
  readonly settings?: {
    /** Name of the setting of the file of credentials. */
    readonly credentialsFile: string;
    /** Name of the setting of the file of certificates. */
    readonly caFile: string;
  };
  /** Maximum number of unfinished jobs of the service. */
  readonly maxUnfinishedJobs: number;
  /** Opens the bus between processes. */
  readonly openShared: (options: SharedBusOptions) => Promise<Bus>;
  /**
   * Store that keeps the dead letters of a bus inside of the process, and the key of one between processes. Default:
   * dead letters end with the process; a bus between processes without a key of the settings signs nothing, which is
   * enough to look at its letters.
   */
  readonly store?: (DeadLetterStore & BusKeyStore) | undefined;
  /** Log of what no caller learns of. */
  readonly logger: Pick<Logger, "debug" | "warn">;
  /** Metrics that count what could not be read. Default: none. */
  readonly metrics?: Instruments | undefined;
}

/**
 * Opens the bus of a service. Its queues have room for every unfinished job and 1000 more, at most 1,000,000.
 *
 * @throws KernelError OPTION_INVALID for a file that cannot be read; StoreError when the key cannot be read; what
 * `openShared` throws
 */
export async function openServiceBus(options: ServiceBusOptions): Promise<Bus> {
  const given = resolveOptions("openServiceBus", options, RULES);
  const { url, store, logger, metrics, maxUnfinishedJobs, settings = OPTION_NAMES } = given;
  const onFault = logBusFaults(logger, metrics);
  if (url === undefined) {
    return createInProcessBus({ onFault, ...(store !== undefined && { deadLetterStore: store }) });
  }
  const credentials = await contentOf(settings.credentialsFile, options.credentialsFile);
  const ca = await contentOf(settings.caFile, options.caFile);
  const { isLoginRequired, namespace, clientName, acceptsUnsigned, clock } = options;
  const keys = await resolveBusKeys(options.keys ?? [], store);
  return await options.openShared({
    url,
    ...(credentials !== undefined && { credentials }),
    ...(ca !== undefined && { ca }),
    isLoginRequired,
    ...(keys.length > 0 && { keys }),
    ...(acceptsUnsigned !== undefined && { acceptsUnsigned }),
    ...(clock !== undefined && { clock }),
    namespace,
    clientName,
    // Room for every unfinished job, so that a full queue is the quota's affair.
    maxWaiting: Math.min(1_000_000, maxUnfinishedJobs + 1000),
    onFault,
  });
}

const pathOption = optional(textOption({ maxLength: 4096 }));

const RULES: OptionRules<{
  readonly [Key in keyof Required<ServiceBusOptions>]: ServiceBusOptions[Key];
}> = {
  url: pathOption,
  isLoginRequired: booleanOption(),
  namespace: textOption(),
  clientName: textOption(),
  acceptsUnsigned: optional(booleanOption()),
  clock: optional(shapedOption("a clock", anyClock)),
  keys: optional(shapedOption("a list of keys", listOf(anyText))),
  credentialsFile: pathOption,
  caFile: pathOption,
  settings: optional(
    shapedOption("names of settings", objectOf({ credentialsFile: anyText, caFile: anyText })),
  ),
  maxUnfinishedJobs: numberOption({ min: 0 }),
  openShared: functionOption(),
  store: optional(portOption<NonNullable<ServiceBusOptions["store"]>>(["insert", "find"])),
  logger: portOption<ServiceBusOptions["logger"]>(["debug", "warn"]),
  metrics: optional(portOption<Instruments>(["gauge", "counter", "histogram"])),
};

const OPTION_NAMES = { credentialsFile: "credentialsFile", caFile: "caFile" };

async function contentOf(setting: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KernelError(
      "OPTION_INVALID",
      `${setting}=${path} cannot be read (${code ?? "unknown error"}): set it to a file that this user may read.`,
      { cause: error, details: { option: setting } },
    );
  }
}
