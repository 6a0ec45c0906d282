import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMoneyFormat } from './money.ts';

const ARABIC = 'ar-u-nu-latn';
const CASES: [locale: string, currency: string, amount: number | string, text: string][] = [
  ['en', 'EUR', '1234.5', '€1,234.50'],
  ['en', 'CAD', 5, 'CA$5.00'],
  ['es', 'USD', 5, '5,00\u00A0US$'],
  ['ja', 'JPY', '12345678901234567890', '￥12,345,678,901,234,567,890'],
  // Without the mark at the end, browsers show “$US” and “¥JP”.
  [ARABIC, 'USD', '1234.5', '\u200F1,234.50\u00A0US$\u200E'],
  [ARABIC, 'JPY', -3, '\u200F\u200E-3\u00A0JP¥\u200E'],
  [ARABIC, 'EUR', 3, '\u200F3.00\u00A0€'],
  [ARABIC, 'CHF', 3, '\u200F3.00\u00A0CHF'],
  [ARABIC, 'SAR', 3, '\u200F3.00\u00A0ر.س.\u200F'],
];

for (const [locale, currency, amount, text] of CASES)
  test(`${amount} ${currency} in ${locale}`, () => assert.equal(createMoneyFormat(locale, currency)(amount), text));
