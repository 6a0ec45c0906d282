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

/** Returns the texts of an object and of the objects in it. Functions are left out. */
const listTexts = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : typeof texts === 'object' && texts ? Object.values(texts).flatMap(listTexts) : [];

/** Spaces that are missing, or that break before a sign. */
const WRONG_SPACES: Record<string, RegExp> = { de: /\p{L}…/u, fr: / [:;?!»](\s|$)|« / };

for (const [language, wrong] of Object.entries(WRONG_SPACES))
  test(`${language} has the spaces of its typography`, async () => {
    const found: string[] = [];
    for (const file of listFiles(language))
      for (const texts of Object.values(await load(language, file)))
        found.push(...listTexts(texts).filter((text) => wrong.test(text)));
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
