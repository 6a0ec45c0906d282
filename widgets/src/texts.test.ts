import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as en from './texts/en.ts';
import { findDirection, loadTexts } from './texts.ts';

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'ja', 'pt'];

test('every language has the placeholders of English', async () => {
  for (const lang of LANGUAGES)
    for (const [section, texts] of Object.entries(en)) {
      const translated = ((await import(`./texts/${lang}.ts`)) as Record<string, Record<string, string>>)[section] ?? {};
      for (const [name, text] of Object.entries(texts)) {
        const placeholders = (of: string) => (of.match(/\{\w+\}/g) ?? []).toSorted();
        assert.deepEqual(placeholders(translated[name] ?? ''), placeholders(text), `${lang} ${section}.${name}`);
      }
    }
});

test('a region uses its language, and unknown languages use English', async () => {
  const english = { ...en.common, ...en.roadmap };
  const load = async (lang: string, own = {}) => (await loadTexts(lang, 'roadmap', english, own)) as Record<string, string>;
  const portuguese = await load('pt-BR');
  assert.deepEqual(portuguese, await load('PT'));
  assert.notDeepEqual(portuguese, english);
  assert.deepEqual(await load('xx'), english);
  assert.deepEqual(await load(''), english);
});

test('texts of the page take precedence, one by one', async () => {
  const english = { ...en.common, ...en.roadmap };
  const [name = ''] = Object.keys(en.roadmap);
  const texts = (await loadTexts('de', 'roadmap', english, { [name]: 'Own' })) as Record<string, string>;
  const german = (await loadTexts('de', 'roadmap', english, {})) as Record<string, string>;
  assert.deepEqual(texts, { ...german, [name]: 'Own' });
});

test('Arabic, Hebrew and Persian are written from right to left', () => {
  for (const lang of ['ar', 'ar-EG', 'AR', 'he', 'fa']) assert.equal(findDirection(lang), 'rtl', lang);
  for (const lang of ['en', 'arn', 'de', '']) assert.equal(findDirection(lang), 'ltr', lang);
});
