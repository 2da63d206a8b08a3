import { expect, type Page, test } from '@playwright/test'
import { axeFaults } from './rules/axe.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { walkFaults } from './rules/focus-order.ts'
import { htmlFaults } from './rules/html.ts'
import { endlessMotion } from './rules/motion.ts'
import { cutControls, smallTargets, tooWide } from './rules/size.ts'
import { textFaults } from './rules/texts.ts'
import { transcriptOf } from './rules/transcript.ts'

const style =
  ':focus-visible { outline: 2px solid #236bff } button, a { display: block; min-width: 24px; min-height: 24px }'

/** Opens a page that is sound but for what is planted in it. */
const plant = (page: Page, planted = '') =>
  page.setContent(`<!doctype html>
    <html lang="nl"><head><title>Proef</title><style>${style}</style></head>
    <body><main><h1>Adressen</h1><button type="button">Zoeken</button><a href="/">Naar het begin</a></main>${planted}</body></html>`)

const rules = {
  axeFaults,
  equalAccessFaults,
  htmlFaults,
  smallTargets,
  tooWide,
  cutControls,
  endlessMotion,
  walkFaults,
  textFaults,
}

test('no rule finds a fault on a sound page', async ({ page }) => {
  await plant(page)
  for (const rule of Object.values(rules)) expect(await rule(page)).toEqual([])
})

const planted: [keyof typeof rules, string, RegExp][] = [
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
  ['tooWide', '<div style="width: 3000px">breed</div>', /px too wide$/],
  [
    'endlessMotion',
    '<style>@keyframes turn { to { rotate: 1turn } }</style><p style="animation: turn 1s infinite">o</p>',
    /^turn goes on moving$/,
  ],
  ['walkFaults', '<button type="button" style="outline: none">a</button>', /has no outline of 2 px$/],
  ['walkFaults', '<button type="button">a</button><button type="button" tabindex="1">b</button>', /^walk goes/],
  ['walkFaults', '<div style="position: fixed; inset: 0; background: #fff">a</div>', /is covered$/],
  [
    'walkFaults',
    '<div style="width: 9rem; height: 3rem; overflow: auto"><p style="width: 90rem">a</p></div>',
    /nothing to press/,
  ],
  ['walkFaults', '<button type="button" onkeydown="event.preventDefault()">a</button>', /does not begin again/],
  ['textFaults', '<p>Kies je adres.</p>', /not to 'u'/],
  ['textFaults', '<button type="button" aria-label="Search">x</button>', /English/],
  ['textFaults', '<p>Gelukt!</p>', /loud/],
  [
    'textFaults',
    '<p>Dit is een zin die zo lang is dat niemand aan het einde nog weet waar hij aan het begin over ging.</p>',
    /words/,
  ],
]
for (const [rule, html, fault] of planted)
  test(`${rule} finds ${fault.source}`, async ({ page }) => {
    await plant(page, html)
    expect(await rules[rule](page)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })

test('a transcript tells of a name that is gone, and keeps the first three rows of a list', async ({ page }) => {
  await plant(page, `<ul>${'<li>rij</li>'.repeat(9)}</ul>`)
  const before = await transcriptOf(page, { whole: true })
  expect(before.match(/listitem/g)).toHaveLength(3)
  await page.getByRole('button').evaluate((button) => button.replaceChildren())
  expect(await transcriptOf(page, { whole: true })).not.toBe(before)
})

test('a transcript is the same of a page that says that it takes long', async ({ page }) => {
  const waiting = (told: string) => `<div role="status"><span>Bezig met laden</span>${told}</div><p>Klaar</p>`
  await plant(page, waiting(''))
  const before = await transcriptOf(page, { whole: true })
  await plant(page, waiting('<p>Dit duurt langer dan u gewend bent. Het loket is nog bezig.</p>'))
  expect(await transcriptOf(page, { whole: true })).toBe(before)
})

test('the emblem turns until it is stopped, and stands still where less motion is asked for', async ({ page }) => {
  await page.goto('/login')
  await expect.poll(() => endlessMotion(page)).not.toEqual([])
  await page.getByRole('button', { name: /^Zet stil/ }).click()
  expect(await endlessMotion(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await page.getByRole('button', { name: /^Zet stil/ }).waitFor()
  expect(await endlessMotion(page)).toEqual([])
})
