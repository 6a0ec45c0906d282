import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { mergeDeclared } from '@earshot/contract/services/index';
import { LANGUAGES } from '@earshot/contract/shared/languages';

const SOURCES = fileURLToPath(new URL('../', import.meta.url));
/** Returns the files of a language with the path of their English file. */
const listFiles = (language: string) =>
  globSync(`{texts,*/texts}/${language}/**/*.ts`, { cwd: SOURCES })
    .map((file) => file.replace(`texts/${language}/`, 'texts/en/'))
    .toSorted();
const load = async (language: string, file: string) =>
  (await import(`../${file.replace('texts/en/', `texts/${language}/`)}`)) as Record<string, Record<string, unknown>>;

// Types compare the keys of each export.
for (const language of LANGUAGES)
  test(`${language} has all files and exports of English`, async () => {
    assert.deepEqual(listFiles(language), listFiles('en'));
    for (const file of listFiles('en'))
      assert.deepEqual(Object.keys(await load(language, file)), Object.keys(await load('en', file)), file);
  });

test('the dashboard names public pages as the pages themselves', async () => {
  const declared = Object.entries(mergeDeclared('sections'));
  for (const language of LANGUAGES) {
    const shared = listFiles(language).filter((file) => file.endsWith('/shared.ts'));
    const named = Object.assign(
      {},
      ...(await Promise.all(shared.map((file) => load(language, file)))).flatMap((texts) =>
        Object.values(texts).map(({ sections }) => sections),
      ),
    );
    assert.deepEqual(named, Object.fromEntries(declared.map(([section, names]) => [section, names[language]])), language);
  }
});

const CODE = /\/\/.*|\/\*[^]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[`{}]/g;
const TEMPLATE = /((?:[^`\\$]|\\.|\$(?!\{))*)(`|\$\{)/gy;

/** Returns the texts of the literals in a source, with `0` for expressions. */
function listLiterals(source: string): string[] {
  const literals: string[] = [];
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    at = match ? pattern.lastIndex : source.length;
    return match;
  };
  /** Reads until the brace that ends an expression, or the end of the source. */
  const readCode = () => {
    for (let token = next(CODE)?.[0]; token && token !== '}'; token = next(CODE)?.[0])
      if (token === '{') readCode();
      else if (token === '`') literals.push(readTemplate());
      else if (!token.startsWith('/')) literals.push(token.slice(1, -1));
  };
  const readTemplate = (): string => {
    const [, text = '', end] = next(TEMPLATE) ?? [];
    if (end !== '${') return text;
    readCode();
    return `${text}0${readTemplate()}`;
  };
  readCode();
  return literals;
}

/** Spaces that are missing, or that break before or after a sign. */
const WRONG_SPACES: Record<string, RegExp> = { de: /\p{L}…/u, fr: / [:;?!»%](?=[\s.,)]|$)|« /, es: /\d %/ };

for (const [language, wrong] of Object.entries(WRONG_SPACES))
  test(`${language} has the spaces of its typography on dashboard, pages, widgets and in emails`, () => {
    const cwd = fileURLToPath(new URL('../../../', import.meta.url));
    const files = globSync(`{dashboard,server,widgets}/src/**/texts/{**/${language}.ts,${language}/**/*.ts}`, { cwd });
    assert.ok(['dashboard', 'server', 'widgets'].every((part) => files.some((file) => file.startsWith(part))));
    const found = files.flatMap((file) =>
      listLiterals(readFileSync(`${cwd}${file}`, 'utf8'))
        .filter((text) => wrong.test(text))
        .map((text) => `${file}: ${text}`),
    );
    assert.deepEqual(found, []);
  });

/** Names that code states. Other keys are values of data. */
const NAME = /^[a-z][a-zA-Z]{2,}$/;

/** Returns the keys of an object and of the objects in it. */
const listKeys = (texts: unknown): string[] =>
  typeof texts === 'object' && texts ? Object.entries(texts).flatMap(([key, text]) => [key, ...listKeys(text)]) : [];

test('every text has a use', async () => {
  const sources = ['dashboard/src', 'contract/src'].flatMap((folder) => {
    const cwd = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
    return globSync('**/*.{ts,tsx}', { cwd, exclude: (path) => /(^|\/)texts$/.test(path) }).map((file) =>
      readFileSync(`${cwd}/${file}`, 'utf8'),
    );
  });
  const words = new Set(
    sources.flatMap((source) => source.match(/[\w.:-]+|\w+/g) ?? []).flatMap((word) => [word, ...word.split(/[.:-]/)]),
  );
  const unused: string[] = [];
  for (const file of listFiles('en'))
    for (const [name, texts] of Object.entries(await load('en', file)))
      for (const key of listKeys(texts)) if (NAME.test(key) && !words.has(key)) unused.push(`${file}: ${name} … ${key}`);
  assert.deepEqual(unused, []);
});
