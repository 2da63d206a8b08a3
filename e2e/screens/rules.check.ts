import { expect, type Page, test } from '@playwright/test'
import { axeFaults } from './rules/axe.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { focusOrderFaults } from './rules/focus-order.ts'
import { htmlFaults } from './rules/html.ts'
import { endlessMotion } from './rules/motion.ts'
import { cutControls, hiddenReasons, smallTargets, tooWide } from './rules/size.ts'
import { textFaults } from './rules/texts.ts'
import { transcriptOf } from './rules/transcript.ts'

const style =
  ':focus-visible { outline: 2px solid #236bff } button, a { display: block; min-width: 24px; min-height: 24px }'

/** Shows a page without faults, with the given HTML added. */
const show = (page: Page, html = '') =>
  page.setContent(`<!doctype html>
    <html lang="nl"><head><title>Proef</title><style>${style}</style></head>
    <body><main><h1>Adressen</h1><button type="button">Zoeken</button><a href="/">Naar het begin</a></main>
    ${html}</body></html>`)

const rules = {
  axeFaults,
  equalAccessFaults,
  htmlFaults,
  smallTargets,
  tooWide,
  cutControls,
  hiddenReasons,
  endlessMotion,
  focusOrderFaults,
  textFaults,
}

test('no rule reports a fault on a page without faults', async ({ page }) => {
  await show(page)
  for (const rule of Object.values(rules)) expect(await rule(page)).toEqual([])
})

const faultyPages: [rule: keyof typeof rules, html: string, fault: RegExp][] = [
  ['axeFaults', '<img src="data:,">', /^axe image-alt/],
  ['equalAccessFaults', '<main><table><tr><td>a</td></tr></table></main>', /^equal-access table_headers_exists/],
  ['htmlFaults', '<section><p id="a">a</p><p id="a">b</p></section>', /^html no-dup-id/],
  [
    'smallTargets',
    '<button type="button" style="min-width: 0; min-height: 0; padding: 0; font-size: 8px">x</button>',
    /px$/,
  ],
  [
    'cutControls',
    '<button type="button" style="width: 2rem; overflow: hidden; white-space: nowrap">Adressen zoeken</button>',
    /is cut at/,
  ],
  [
    'hiddenReasons',
    '<button type="button" aria-disabled="true" aria-describedby="a">a</button><i id="a" style="display: none">b</i>',
    /is hidden$/,
  ],
  [
    'hiddenReasons',
    `<button type="button" aria-disabled="true" aria-describedby="a">a</button><i id="a" style="position: absolute">b</i>
      <button type="button">c</button>`,
    /covers 'c'$/,
  ],
  ['tooWide', '<div style="width: 3000px">breed</div>', /px too wide$/],
  [
    'endlessMotion',
    '<style>@keyframes turn { to { rotate: 1turn } }</style><p style="animation: turn 1s infinite">o</p>',
    /^turn never ends$/,
  ],
  ['focusOrderFaults', '<button type="button" style="outline: none">a</button>', /has no outline of 2 px$/],
  ['focusOrderFaults', '<button type="button">a</button><button type="button" tabindex="1">b</button>', /the order is/],
  ['focusOrderFaults', '<div style="position: fixed; inset: 0; background: #fff">a</div>', /is covered$/],
  [
    'focusOrderFaults',
    '<div style="width: 9rem; height: 3rem; overflow: auto"><p style="width: 90rem">a</p></div>',
    /is not a control/,
  ],
  ['focusOrderFaults', '<button type="button" onkeydown="event.preventDefault()">a</button>', /does not return/],
  ['textFaults', '<p>Kies je adres.</p>', /informal/],
  ['textFaults', '<button type="button" aria-label="Search">x</button>', /English/],
  ['textFaults', '<p>Gelukt!</p>', /exclamation mark/],
  [
    'textFaults',
    '<p>Dit is een zin die zo lang is dat niemand aan het einde nog weet waar hij aan het begin over ging.</p>',
    /words/,
  ],
]
for (const [rule, html, fault] of faultyPages)
  test(`${rule} reports ${fault.source}`, async ({ page }) => {
    await show(page, html)
    expect(await rules[rule](page)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })

test('a transcript has the first three rows of a list, and changes when a button loses its name', async ({ page }) => {
  await show(page, `<ul>${'<li>rij</li>'.repeat(9)}</ul>`)
  const before = await transcriptOf(page, { whole: true })
  expect(before.match(/listitem/g)).toHaveLength(3)
  await page.getByRole('button').evaluate((button) => button.replaceChildren())
  expect(await transcriptOf(page, { whole: true })).not.toBe(before)
})

test('a transcript omits the notice that a page takes long to load', async ({ page }) => {
  const loading = (notice: string) => `<div role="status"><span>Bezig met laden</span>${notice}</div><p>Klaar</p>`
  await show(page, loading(''))
  const before = await transcriptOf(page, { whole: true })
  await show(page, loading('<p>Dit duurt langer dan u gewend bent. Het loket is nog bezig.</p>'))
  expect(await transcriptOf(page, { whole: true })).toBe(before)
})

test('the emblem stands still after a press of its button, and with reduced motion', async ({ page }) => {
  await page.goto('/login')
  await expect.poll(() => endlessMotion(page)).not.toEqual([])
  await page.getByRole('button', { name: /^Zet stil/ }).click()
  expect(await endlessMotion(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await page.getByRole('button', { name: /^Zet stil/ }).waitFor()
  expect(await endlessMotion(page)).toEqual([])
})
