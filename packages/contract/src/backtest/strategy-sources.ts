/** The sources of the operator's strategies, as an editor reads and saves them. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { exactObject, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { GUARD, security, Text } from "./fields.ts";
import { Strategy } from "./strategies.ts";

const sourceParams = {
  /** Name of the strategy: a lower-case letter, then up to 63 of a–z, 0–9 and `_`. */
  name: Text.regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    "must be a lower-case letter, then at most 63 of a-z, 0-9 and _",
  ),
};
interface SourceParams extends Fields<typeof sourceParams> {}
const SourceParams: ObjectSchema<SourceParams> = object(sourceParams);

const sourceFields = {
  /** Always true in a success. */
  success: z.literal(true),
  /** Name of the strategy. */
  name: Text,
  /** Name of its file in the folder of strategies. */
  file: Text,
  /** Text of the file. */
  source: Text,
  /** SHA-256 of the text in hexadecimal; in quotes it is the ETag, which `If-Match` takes. */
  sha256: Text,
};
/** The source of a strategy. */
export interface StrategySourceReply extends Fields<typeof sourceFields> {}
export const StrategySourceReply: ObjectSchema<StrategySourceReply> = object(sourceFields);

const savedFields = {
  ...sourceFields,
  /** The strategy as later runs use it. */
  strategy: Strategy,
};
/** The answer to a source that was saved. */
export interface StrategySaved extends Fields<typeof savedFields> {}
export const StrategySaved: ObjectSchema<StrategySaved> = object(savedFields);

const changeFields = {
  /** Text of the module, 1–200,000 characters: TypeScript whose types can be erased, or JavaScript. */
  source: Text.min(1).max(200_000),
};
/** A source to save. */
export interface StrategySourceChange extends Fields<typeof changeFields> {}
export const StrategySourceChange: ObjectSchema<StrategySourceChange> = exactObject(changeFields);

const conditionFields = {
  /** ETag of the source that the change starts from, or `*` for any. Default: none, and the strategy must be new. */
  "if-match": Text.min(1).max(200).optional(),
};
/** A condition on the source that a change starts from. */
export interface StrategySourceCondition extends Fields<typeof conditionFields> {}
export const StrategySourceCondition: ObjectSchema<StrategySourceCondition> =
  object(conditionFields);

const OFF = { STRATEGY_EDITING_UNAVAILABLE: 501 } as const;

export const strategySourceRoutes = {
  /**
   * Read the source of a strategy of the operator's, with an ETag.
   *
   * `GET /strategies/:name/source` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - STRATEGY_NOT_FOUND (404): List the strategies for the registered names.
   * - STRATEGY_EDITING_UNAVAILABLE (501): Ask the operator to switch editing on.
   * @example
   *   await client.getStrategySource({ params: { name: "my_strategy" } });
   */
  getStrategySource: route("GET", "/strategies/:name/source", {
    security,
    params: SourceParams,
    responses: { 200: StrategySourceReply },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, STRATEGY_NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Save the source of a strategy, new or changed, once it loads; its faults are told by line.
   *
   * `PUT /strategies/:name/source` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR, STRATEGY_INVALID (422): Correct what `issues` or
   * the message names.
   * - VERSION_MISMATCH (412): Read the newest version, then repeat the change on it.
   * - STRATEGY_EDITING_UNAVAILABLE (501): Ask the operator to switch editing on.
   * @example
   *   await client.saveStrategySource({
   *     params: { name: "my_strategy" },
   *     body: { source: "export default class {\n  onCandle(candle, broker) {}\n}\n" },
   *   });
   */
  saveStrategySource: route("PUT", "/strategies/:name/source", {
    security,
    params: SourceParams,
    headers: StrategySourceCondition,
    body: StrategySourceChange,
    responses: { 200: StrategySaved },
    errors: {
      ...GUARD,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      STRATEGY_INVALID: 422,
      VERSION_MISMATCH: 412,
      ...OFF,
    },
  }),
};

/** Notes of {@link strategySourceRoutes}. A function, so that bundlers drop it from clients. */
export function strategySourceNotes(): NotesOf<typeof strategySourceRoutes> {
  const tags = ["strategies"];
  const source = "export default class {\n  onCandle(candle, broker) {}\n}\n";
  const sha256 = "38157bcae1e08e9a35f8e0b8dc0d0ac9bb5cc9ea9bb1ca8b3f5c4c4d4b6bf3cd";
  const shown = {
    success: true,
    name: "my_strategy",
    file: "my_strategy.ts",
    source,
    sha256,
  } as const;
  return {
    getStrategySource: {
      tags,
      unspecified: [
        "The whole route. It is off (501) unless the operator has set STRATEGY_EDITING=yes and STRATEGIES_DIR, and needs a key, one of an account with the permission admin, from programs on the server's own machine too.",
        "A file that cannot be loaded is read by its own name without the ending.",
      ],
      example: { response: shown },
    },
    saveStrategySource: {
      tags,
      unspecified: [
        "The whole route, with the proof and the 501 of the route before.",
        "The source is loaded in a process of its own before anything is written, and the file is replaced as a whole; an answer 200 means that it is on disk. Types are erased, not checked.",
        "Each issue of a 422 STRATEGY_INVALID also has `line` and `column`, from 1, and its sentence as `message`.",
        "A new strategy is written to <name>.ts. A source that the file has already is 200, whatever If-Match says, so that a call can be repeated.",
      ],
      example: {
        body: { source },
        response: {
          ...shown,
          strategy: {
            name: "my_strategy",
            version: "1.0.0",
            description: "The class of traders in my_strategy.ts.",
            signal_type: "orders",
            parameters: [],
            files: { "my_strategy.ts": sha256 },
          },
        },
      },
    },
  };
}
