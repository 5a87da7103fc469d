// The page under test: a login, the API keys of the account, and the public
// markets.
import { createAuthClient } from "@bourse/client/auth";
import { createCurationClient } from "@bourse/client/curation";

export async function openDesk(urls: {
  auth: string;
  curation: string;
}): Promise<void> {
  const auth = createAuthClient({ baseUrl: urls.auth, retry: false });
  const curation = createCurationClient({
    baseUrl: urls.curation,
    retry: false,
  });
  const form = find("form", HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const body = {
      email: String(fields.get("email")),
      password: String(fields.get("password")),
    };
    void logIn(body);
  });

  async function logIn(body: {
    email: string;
    password: string;
  }): Promise<void> {
    const answer = await auth.login.safe({ body });
    if (!answer.ok) return say(`Not logged in: ${answer.error.code}`);
    const keys = await auth.listApiKeys.safe();
    if (!keys.ok) return say(`No keys: ${keys.error.code}`);
    list(
      "API keys",
      keys.data.map(({ name }) => name),
    );
    say(`Logged in as ${body.email}`);
  }

  const markets = await curation.listMarkets.safe();
  if (markets.ok)
    list(
      "Markets",
      markets.data.map((market) => market.question_text),
    );
  else say(`No markets: ${markets.error.code}`);
}

function say(sentence: string): void {
  find("[role=status]", HTMLElement).textContent = sentence;
}

function list(label: string, lines: readonly string[]): void {
  const items = lines.map((line) =>
    Object.assign(document.createElement("li"), { textContent: line }),
  );
  find(`[aria-label="${label}"]`, HTMLElement).replaceChildren(...items);
}

function find<E extends HTMLElement>(
  selector: string,
  kind: new () => E,
): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind))
    throw new Error(`The page has no ${selector}.`);
  return found;
}
