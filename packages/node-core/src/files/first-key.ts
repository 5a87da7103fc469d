/** The first API key of a node: made where there has never been one, and told once. */

import { replaceFile } from "@bourse/kernel/files";

import type { KeyScope } from "../keys/api-key-document.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Layout } from "./layout.ts";

/** The first API key of a node, made where there has never been one, and told once. */
export class FirstKey {
  readonly #scopes: readonly KeyScope[];
  readonly #layout: Pick<Layout, "firstApiKey">;
  #key: string | undefined;
  #hint: string | undefined;

  /** A key to be made with `scopes`, whose file `layout` names. */
  constructor(scopes: readonly KeyScope[], layout: Pick<Layout, "firstApiKey">) {
    this.#scopes = scopes;
    this.#layout = layout;
  }

  /** The key that was made; undefined when there was one before. */
  get key(): string | undefined {
    return this.#key;
  }

  /** The sentence that tells where the key is; it may contain the key. */
  get hint(): string | undefined {
    return this.#hint;
  }

  /**
   * Makes the key, unless there is or was one. A key goes to a terminal only: what else reads standard output, such as
   * a journal, keeps what it reads.
   */
  async create(keys: Pick<ApiKeys, "createFirst">, isTerminal: boolean): Promise<void> {
    const key = await keys.createFirst(this.#scopes);
    if (key === undefined) return;
    this.#key = key;
    if (isTerminal) {
      this.#hint = `X-API-Key: ${key} (shown once)`;
      return;
    }
    const { firstApiKey } = this.#layout;
    await replaceFile(firstApiKey, [`${key}\n`]);
    this.#hint = `the first API key is in ${firstApiKey}: move it to a safe place`;
  }
}
