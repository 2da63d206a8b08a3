import { expect, test } from 'vitest'
import { parseRichText, plainText } from './RichText.tsx'

test('S9.4 returns the text of a notice in one line', () => {
  expect(
    plainText('<p>Let <strong>op</strong>: 1 &lt; 2 &amp; &gt; &quot;0&quot;<br />zie</p><ul><li>Rd4</li></ul>'),
  ).toBe('Let op: 1 < 2 & > "0" zie Rd4')
})

test('S5.2 parses the tags that a notice may contain', () => {
  expect(
    parseRichText('<p>Let <strong>op</strong>: 1 &lt; 2<br />zie <a href="https://www.rd4.nl" rel="x">Rd4</a></p>'),
  ).toEqual([
    {
      tag: 'p',
      children: [
        'Let ',
        { tag: 'strong', children: ['op'] },
        ': 1 < 2',
        { tag: 'br', children: [] },
        'zie ',
        { tag: 'a', href: 'https://www.rd4.nl', children: ['Rd4'] },
      ],
    },
  ])
})

test.each([
  ['<script>alert(1)</script>', ['alert(1)']],
  ['<img src="x" onerror="alert(1)">', []],
  ['<p onclick="alert(1)">tekst</p>', [{ tag: 'p', children: ['tekst'] }]],
  ['<a href="javascript:alert(1)">klik</a>', [{ tag: 'a', children: ['klik'] }]],
  ['</p>los<p>open', ['los', { tag: 'p', children: ['open'] }]],
])('S5.2 parses %s to harmless nodes, even if the server sent it', (html, nodes) => {
  expect(parseRichText(html)).toEqual(nodes)
})
