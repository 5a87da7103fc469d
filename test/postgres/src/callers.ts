/** Callers of an auth server that read and write all the time, and note what fails. */

import { request, Agent } from "node:http";

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Answers to the calls of a load. */
export interface Load {
  /** Requests that were not answered as they should have been. */
  readonly failed: readonly string[];
  /** Time of each answer. */
  readonly milliseconds: readonly number[];
}

export class Callers {
  readonly #url: string;
  readonly #host: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #tokens: string[] = [];
  readonly #failed: string[] = [];
  readonly #milliseconds: number[] = [];
  #isOver = false;

  constructor(url: string, host: string) {
    this.#url = url;
    this.#host = host;
  }

  /** Number of requests that were answered or failed. */
  get count(): number {
    return this.#milliseconds.length;
  }

  /** Registers the callers. */
  async join(number: number): Promise<void> {
    for (let at = 0; at < number; at += 1) {
      const body = { email: `caller${at}@example.com`, password: "correct horse battery" };
      const answer = await this.#ask("POST", "auth/register", undefined, body);
      if (answer.status !== 201) throw new Error(`registering: ${answer.status} ${answer.body}`);
      this.#tokens.push((JSON.parse(answer.body) as { data: { token: string } }).data.token);
    }
  }

  /** Starts to call; the result ends it. */
  start(): () => Promise<Load> {
    const running = this.#tokens.map((token) => this.#call(token));
    return async () => {
      this.#isOver = true;
      await Promise.all(running);
      this.#agent.destroy();
      return { failed: this.#failed, milliseconds: this.#milliseconds };
    };
  }

  /** Resolves after so many more requests. */
  async after(requests: number): Promise<void> {
    const goal = this.count + requests;
    while (this.count < goal) await new Promise(setImmediate);
  }

  /** Nine reads, then a key that is made and revoked: neither can be repeated by a proxy. */
  async #call(token: string): Promise<void> {
    while (!this.#isOver) {
      for (let read = 0; read < 9; read += 1) await this.#expect(200, "GET", "auth/me", token);
      const made = await this.#expect(201, "POST", "auth/api-keys", token, {
        name: "rolling",
        permissions: ["read"],
      });
      if (made === undefined) continue;
      const { data } = JSON.parse(made) as { data: { id: string } };
      await this.#expect(200, "DELETE", `auth/api-keys/${data.id}`, token);
    }
  }

  /** Resolves to the body; undefined when the request failed. */
  async #expect(
    status: number,
    method: string,
    path: string,
    token: string,
    body?: object,
  ): Promise<string | undefined> {
    const begun = performance.now();
    try {
      const answer = await this.#ask(method, path, token, body);
      if (answer.status === status) return answer.body;
      this.#failed.push(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
    } catch (error) {
      this.#failed.push(`${method} ${path}: ${String(error)}`);
    } finally {
      this.#milliseconds.push(performance.now() - begun);
    }
    return undefined;
  }

  #ask(method: string, path: string, token?: string, body?: object): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const text = body === undefined ? "" : JSON.stringify(body);
    const call = request(`${this.#url}/api/v1/${path}`, {
      method,
      agent: this.#agent,
      headers: {
        host: this.#host,
        ...(text === "" ? {} : { "content-type": "application/json" }),
        ...(text === "" ? {} : { "content-length": Buffer.byteLength(text) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    call.once("error", reject);
    call.once("response", (response) => {
      let read = "";
      response.setEncoding("utf8").on("data", (part: string) => (read += part));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body: read }));
      response.once("error", reject);
    });
    call.end(text);
    return promise;
  }
}
