import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, raw } from './html.ts';

test('escapes texts between tags and in attributes', () => {
  const name = `<b>"Ada" & 'Grace'</b>`;
  const escaped = '&lt;b&gt;&quot;Ada&quot; &amp; &#39;Grace&#39;&lt;/b&gt;';
  assert.equal(html`<p title="${name}">${name}</p>`.markup, `<p title="${escaped}">${escaped}</p>`);
});

test('inserts markup as it is, also in lists, and numbers', () => {
  const items = ['<i>', 'b'].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}</ul>${raw('<hr>')}${0}`.markup, '<ul><li>&lt;i&gt;</li><li>b</li></ul><hr>0');
});

test('inserts nothing for false, null and undefined', () => {
  assert.equal(html`<p>${false}${null}${undefined}${''}</p>`.markup, '<p></p>');
});
