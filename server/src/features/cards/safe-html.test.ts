import { expect, test } from 'vitest'
import { safeHtml } from './safe-html.ts'

test.each([
  ['<p>Let op: <b>maandag</b> gesloten</p>', '<p>Let op: <strong>maandag</strong> gesloten</p>'],
  ['<p onclick="x()" style="color:red">tekst</p>', '<p>tekst</p>'],
  ['<script>alert(1)</script><p>tekst</p>', '<p>tekst</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<a href="www.rd4.nl">Rd4</a>', '<a href="https://www.rd4.nl" rel="noopener noreferrer">Rd4</a>'],
  [
    '<a href="javascript:alert(1)">klik</a>',
    '<a href="https://javascript:alert(1)" rel="noopener noreferrer">klik</a>',
  ],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', '<a href="https://" rel="noopener noreferrer">x</a>'],
  [' <p>tekst</p>\n', '<p>tekst</p>'],
  ['<p>1 < 2 & 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
])('S5.2 sanitises %s', async (html, safe) => {
  expect(await safeHtml(html)).toBe(safe)
})
