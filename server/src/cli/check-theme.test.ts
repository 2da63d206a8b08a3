import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { themeSources } from '@rd4-loket/contract/general'
import { expect, test } from 'vitest'
import { typeCommand } from '../test/commands.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { checkTheme } from './check-theme.ts'

const file = join(temporaryFolder(), 'theme.css')
const check = (css: string) => {
  writeFileSync(file, css)
  return typeCommand(checkTheme, [file])
}

const names = [...new Set(Object.values(themeSources))]
/** Returns a theme with these values of the tokens that the portal reads, in the order of `themeSources`. */
const themeOf = (values: string) => {
  const colours = values.split(' ').map((value, at) => `--c${at}: ${value};`)
  return `.x-theme { ${colours.join('')} ${names.map((name, at) => `--basis-${name}: var(--c${at});`).join('')} }`
}

// The values of published packages: ma-design-tokens 2.5.0 and voorbeeld-design-tokens 7.4.1 (both EUPL-1.2).
const mooiEnAnders =
  '#551e68 #42144f #8a3a9f #8a3a9f #fdf4fd #f8e4f9 #1d1f24 #585b60 #696c71 #c9ccd2 #696c71 #f3f7fe #e6eaf0 #ac2f3b #fff9f9 #945418 #fef1e7 #feba85 #35662e #f8fff7 #ffffff #edb5f8 #edb5f8 #a3df9a #702d84 8px'
const voorbeeld =
  '#3b0fb0 #1d0857 #5115ef #5115ef #faf8ff #f3eeff #001a40 #3d5374 #586c88 #c0c7d2 #586c88 #f9f9fa #eff1f3 #a01d23 #fff8f8 #863d15 #fff8f3 #ffb582 #105f26 #f2fcf4 #ffffff #cfbdff #cfbdff #6cdd8b #3b0fb0 8px'
const mooiEnAndersDark =
  '#00234d #001b3c #2661a8 #8faed2 #000409 #001d40 #f1f1f1 #ababab #8b8b8b #3e3e3e #686868 #040404 #1d1d1d #f78d8d #100000 #fc9016 #060301 #5a3511 #54bf7c #000502 #ecf1f7 #b0c6df #b8cbe2 #8ad3a6 #3169ad 8px'

test.each([
  ['Mooi & Anders', mooiEnAnders],
  ['Voorbeeld', voorbeeld],
])('accepts the published theme %s: each pair of colours has enough contrast', async (_, values) => {
  expect(await check(themeOf(values))).toMatchObject({
    code: 0,
    out: expect.stringContaining('29 kleuren en maten, alle met genoeg contrast.'),
  })
})

test('lists each pair without enough contrast of a published dark theme, because panels stay white', async () => {
  const { code, err } = await check(themeOf(mooiEnAndersDark))
  expect(code).toBe(1)
  expect(err.match(/^ {2}contrast: /gm)).toHaveLength(11)
  expect(err).toContain('  contrast: text op white is 1,12, nodig is 4,50\n')
  expect(err).toContain('  contrast: accent op white is 2,29, nodig is 3,00')
})

test.each([
  [':root { --basis-color-accent-1-inverse-bg-document: RGB(10, 54, 106) }', 0, '1 kleuren en maten'],
  [':root { --basis-border-radius-md: 0.5rem }', 0, 'standaard: --basis-color-accent-1-inverse-bg-document'],
  [':root { --basis-color-default-color-document: var(--a, var(--b, black)) }', 0, '1 kleuren en maten'],
  [':root { --basis-color-default-color-document: #7777 }', 1, 'Geen dekkende kleur of kleine maat'],
  [':root { --basis-color-default-color-document: rgb(256 0 0) }', 1, 'Geen dekkende kleur of kleine maat'],
  [':root { --basis-color-default-color-document: url(a.png) }', 1, 'Geen dekkende kleur of kleine maat'],
  [':root { --basis-border-radius-md: 400px }', 1, 'Geen dekkende kleur of kleine maat'],
  [':root { --basis-color-default-color-document: var(--a); --a: var(--a) }', 1, 'Geen dekkende kleur'],
  [
    ':root { --basis-border-radius-md: 4px; --basis-color-default-colour-document: #000 }',
    1,
    'onbekend: --basis-color-def',
  ],
  [':root { --utrecht-link-color: #000 }', 1, 'geen token (--basis-…) dat het portaal leest'],
  [':root { --basis-border-radius-md: 4px; color: red }', 1, 'Alleen tokens (--naam: waarde): color: red'],
  [
    '@media print { .x-theme { --basis-border-radius-md: 4px } }',
    1,
    'Alleen :root en klassen zoals .x-theme: @media print',
  ],
])('reads %s: exit code %i, %s', async (css, code, text) => {
  const result = await check(css)
  expect(result.out + result.err).toContain(text)
  expect(result.code).toBe(code)
})

test('lists faults of a hostile file within seconds, and without its control characters', async () => {
  for (const css of ['url('.repeat(200_000), `.${'theme'.repeat(160_000)}! { --a: b }`, ':root { \u001b[2J\u0000 }']) {
    const { code, err } = await check(css)
    expect(code).toBe(1)
    expect(err).toMatch(/ {2}fout: Alleen /)
    expect(err).not.toMatch(/[^\P{Cc}\n]/u)
  }
})

test('names a file that cannot be read, and requires one file', async () => {
  expect(await typeCommand(checkTheme, [`${file}.gone`])).toMatchObject({
    code: 1,
    err: expect.stringContaining('kan niet'),
  })
  expect(await typeCommand(checkTheme, [file, file])).toMatchObject({ code: 2 })
})
