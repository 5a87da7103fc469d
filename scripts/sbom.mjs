/**
 * Writes the software bill of materials of the published packages: `node scripts/sbom.mjs [file]`, by default
 * `artifacts/sbom.cdx.json`, CycloneDX 1.6.
 *
 * pnpm reads the lockfile; added are the parts that no production dependency names: Swagger UI, whose files the HTTP
 * package contains, the lists of common passwords, what is bundled into the pages and into the mocks, and the pinned
 * Node.js, on which the servers of this repository run.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { environment, pnpmPin, root } from "./workspace.mjs";

const PUBLISHED = ["./packages/**", "./servers/*", "./apps/*"];

/** The whole bill as an object. @throws Error when pnpm fails or a part's version cannot be found */
export function billOfMaterials() {
  const bill = lockedDependencies();
  bill.metadata.component = {
    ...bill.metadata.component,
    type: "application",
    name: "bourse",
    "bom-ref": bill.metadata.component["bom-ref"],
  };
  const known = new Set(bill.components.map(({ purl }) => purl));
  const pages = ["access-console", "backtest-studio", "curation-desk", "dashboard"];
  const bundled = [
    ...pages.flatMap((name) => bundledIn(`apps/${name}`, ["page"], `the page of @bourse/${name}`)),
    ...bundledIn("packages/mock", ["src", "platform"], "@bourse/mock"),
  ].filter(({ purl }) => !known.has(purl));
  bill.components.push(swaggerUi(), ...passwordLists(), ...eachOnce(bundled), pinnedNode());
  return bill;
}

function lockedDependencies() {
  const filters = PUBLISHED.flatMap((pattern) => ["--filter", pattern]);
  const options = ["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--prod"];
  const command = process.platform === "win32" ? "npx.cmd" : "npx";
  const { status, stdout, stderr } = spawnSync(
    command,
    ["--yes", "--prefer-offline", pnpmPin, ...filters, "sbom", ...options, "--lockfile-only"],
    {
      cwd: root,
      encoding: "utf8",
      env: environment(),
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) throw new Error(`pnpm sbom ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The vendored Swagger UI: its version from the README beside it, a hash of each of its files. */
function swaggerUi() {
  const folder = join(root, "packages", "http", "vendor", "swagger-ui");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const version = /\b(\d+\.\d+\.\d+)\b/u.exec(readme)?.[1];
  if (version === undefined)
    throw new Error("The README of the vendored Swagger UI has no version.");
  return {
    type: "library",
    "bom-ref": `pkg:npm/swagger-ui-dist@${version}`,
    name: "swagger-ui-dist",
    version,
    purl: `pkg:npm/swagger-ui-dist@${version}`,
    description: "Vendored in @bourse/http",
    licenses: [{ license: { id: "Apache-2.0" } }],
    components: readdirSync(folder)
      .filter((file) => /\.(?:js|css)$/u.test(file))
      .map((file) => ({
        type: "file",
        "bom-ref": `swagger-ui-dist@${version}/${file}`,
        name: file,
        hashes: [
          {
            alg: "SHA-256",
            content: createHash("sha256")
              .update(readFileSync(join(folder, file)))
              .digest("hex"),
          },
        ],
      })),
  };
}

/** The two lists of common passwords: their versions from the README beside their licences. */
function passwordLists() {
  const folder = join(root, "packages", "credentials", "vendor", "common-passwords");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  return [
    ["pypi/django", "Django", "BSD-3-Clause"],
    ["npm/%40zxcvbn-ts/language-common", "@zxcvbn-ts/language-common", "MIT"],
  ].map(([path, name, license]) => {
    const version = new RegExp(`${name}\\W+(\\d+\\.\\d+\\.\\d+)`, "u").exec(readme)?.[1];
    if (version === undefined) throw new Error(`The README of the password lists has no ${name}.`);
    const purl = `pkg:${path}@${version}`;
    const description = "Its list of common passwords is in @bourse/credentials";
    const licenses = [{ license: { id: license } }];
    return { type: "data", "bom-ref": purl, name, version, purl, description, licenses };
  });
}

/** Parts by their address; one that several bundles contain tells of all of them. */
function eachOnce(parts) {
  const byAddress = Map.groupBy(parts, ({ purl }) => purl);
  return [...byAddress.values()].map(([part, ...others]) => ({
    ...part,
    description: [part, ...others].map(({ description }) => description).join(", "),
  }));
}

/** The development dependencies that the sources of a package import: its bundle contains them. */
function bundledIn(place, folders, bundle) {
  const home = join(root, place);
  const read = (path) => JSON.parse(readFileSync(join(home, path), "utf8"));
  const { devDependencies = {}, peerDependencies = {} } = read("package.json");
  const texts = folders.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true })
      .filter((file) => /\.tsx?$/u.test(file))
      .map((file) => readFileSync(join(home, folder, file), "utf8")),
  );
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\bfrom "((?:@[^/"]+\/)?[^./"][^/"]*)/gu)].map(([, name]) => name),
  );
  return [...new Set(names)]
    .filter((name) => name in devDependencies && !(name in peerDependencies))
    .filter((name) => !name.startsWith("@bourse/"))
    .map((name) => {
      const { version, license } = read(join("node_modules", name, "package.json"));
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      return {
        type: "library",
        "bom-ref": purl,
        name,
        version,
        purl,
        description: `Bundled into ${bundle}`,
        licenses: [{ license: { id: license } }],
      };
    });
}

/** The Node.js that the workspace pins as a development dependency. */
function pinnedNode() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version = /^npm:node@(\d+\.\d+\.\d+)$/u.exec(devDependencies.node)?.[1];
  if (version === undefined) throw new Error("package.json pins no version of Node.js.");
  return {
    type: "platform",
    "bom-ref": `pkg:generic/node@${version}`,
    name: "node",
    version,
    purl: `pkg:generic/node@${version}`,
    description: "Runtime of the reference servers in this repository",
    licenses: [{ license: { id: "MIT" } }],
  };
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  const file = process.argv[2] ?? join(root, "artifacts", "sbom.cdx.json");
  mkdirSync(dirname(file), { recursive: true });
  const bill = billOfMaterials();
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components in ${file}`);
}
