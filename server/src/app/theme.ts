// Reasons: docs/web.md

import { readFile, stat } from 'node:fs/promises'
import { brand, findWeakPairs, themeSources, type WeakPair } from '@rd4-loket/contract/general'

/** The maximum size of a theme file and of a logo, in bytes. The largest published theme has 208 kB. */
export const maxLookBytes = 1_000_000

/** The look that a theme file describes. */
export type Theme = {
  /** The tokens of the brand that the file sets, each as a colour (`#rrggbb`) or a length. */
  tokens: Partial<Record<keyof typeof themeSources, string>>
  /** Dutch sentences about what the portal rejects. */
  faults: string[]
  /** The pairs of colours with too little contrast. */
  weak: WeakPair[]
  /** The tokens that the portal reads and the file does not set: the colours of the brand remain. */
  unset: string[]
  /** The tokens of colours that NL Design System does not have. */
  unknown: string[]
}

/** Comments, quoted texts and URLs. If the end of one is missing, it ends with the file. */
const skipped = /\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?|url\([^()"']*\)/g
const isThemeBlock = (selector: string) =>
  selector.split(',').every((it) => /^(:root|\.[\w-]+)$/.test(it.trim()) && /^:|theme/.test(it.trim()))
const nameOfColour =
  /^--basis-color-(default|accent-[1-3]|action-[12]|disabled|highlight|info|negative|positive|selected|warning)(-inverse)?-(bg|border|color)-(default|subtle|document|hover|active)$|^--basis-color-transparent$/

/** Returns the custom properties in the blocks of a theme, and adds a Dutch sentence for each other part of the file. */
function readDeclarations(css: string, faults: Set<string>) {
  const declared = new Map<string, string>()
  const blocks: string[] = []
  for (const [, text = '', end] of css.replace(skipped, ' ').matchAll(/([^{};]*)([{};]|$)/g)) {
    const part = text.trim()
    const isTheme = blocks.length === 1 && isThemeBlock(blocks[0] ?? '')
    if (end === '{') {
      blocks.push(part)
      if (blocks.length > 1 || !isThemeBlock(part)) faults.add(`Alleen :root en klassen zoals .x-theme: ${part} { … }`)
      continue
    }
    const [, name, value = ''] = /^(--[\w-]+)\s*:([\s\S]*)$/.exec(part) ?? []
    if (isTheme && name) declared.set(name, value.trim())
    else if (part !== '' && (isTheme || blocks.length === 0)) faults.add(`Alleen tokens (--naam: waarde): ${part}`)
    if (end === '}') blocks.pop()
  }
  return declared
}

/** Returns a value in which each reference to another token is replaced. Undefined for a token that is missing. */
function resolve(declared: Map<string, string>, value: string | undefined, depth = 0): string | undefined {
  const [reference, name = '', fallback] = /^var\(\s*(--[\w-]+)\s*(?:,([\s\S]*))?\)$/.exec(value ?? '') ?? []
  if (!reference) return value
  return depth > 20 ? undefined : resolve(declared, declared.get(name) ?? fallback?.trim(), depth + 1)
}

const hex = (parts: number[]) =>
  parts.every((part) => part <= 255)
    ? `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
    : undefined

function colourOfHsl(hue: number, saturation: number, lightness: number) {
  const part = (at: number) => {
    const k = (at + hue / 30) % 12
    const deviation = saturation * Math.min(lightness, 1 - lightness)
    return 255 * (lightness - deviation * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hex([part(0), part(8), part(4)])
}

/** Returns an opaque colour as `#rrggbb`; undefined for any other text. */
function colourOf(text: string) {
  const value = text.toLowerCase()
  if (value === 'white' || value === 'black') return value === 'white' ? '#ffffff' : '#000000'
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replace(/[0-9a-f]/g, '$&$&')
  const [kind, ...parts] =
    /^(rgb|hsl)a?\(([\d.]+)(?:deg)?[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?\)$/.exec(value)?.slice(1) ?? []
  const [one = 0, two = 0, three = 0] = parts.map(Number)
  if (kind === 'rgb') return hex([one, two, three])
  return kind === 'hsl' && two <= 100 && three <= 100 ? colourOfHsl(one, two / 100, three / 100) : undefined
}

const lengthOf = (text: string) => (/^(\d|1\d|2[0-4])(\.\d+)?px$|^[01](\.\d+)?rem$/.test(text) ? text : undefined)

/** Returns the look that the text of a theme file describes. The portal uses nothing else of the file. */
function readTheme(css: string): Theme {
  const faults = new Set<string>()
  const declared = readDeclarations(css, faults)
  const tokens: Theme['tokens'] = {}
  const unset: string[] = []
  for (const [token, source] of Object.entries(themeSources) as [keyof typeof themeSources, string][]) {
    const name = `--basis-${source}`
    const value = resolve(declared, declared.get(name))
    const read = value === undefined ? undefined : token === 'radius' ? lengthOf(value) : colourOf(value)
    if (read) tokens[token] = read
    else if (declared.has(name)) faults.add(`Geen dekkende kleur of kleine maat: ${name}: ${declared.get(name)}`)
    else unset.push(name)
  }
  if (Object.keys(tokens).length === 0) faults.add('Het bestand heeft geen token (--basis-…) dat het portaal leest.')
  const unknown = [...declared.keys()].filter((name) => name.startsWith('--basis-color-') && !nameOfColour.test(name))
  return { tokens, faults: [...faults], weak: findWeakPairs(tokens), unset: [...new Set(unset)], unknown }
}

/** Reads a theme file. A file that cannot be read, or is too large, is a theme with a fault. */
export async function loadTheme(file: string): Promise<Theme> {
  try {
    if ((await stat(file)).size > maxLookBytes) return { ...brandAlone, faults: [`${file} is groter dan 1 MB.`] }
    return readTheme(await readFile(file, 'utf8'))
  } catch {
    return { ...brandAlone, faults: [`${file} kan niet worden gelezen.`] }
  }
}

/** The look of the brand itself. */
export const brandAlone: Theme = { tokens: {}, faults: [], weak: [], unset: [], unknown: [] }

/**
 * Returns the style and the main colour of a theme. A theme with a fault or a weak pair has no effect: a portal that
 * nobody can read is worse than one in other colours.
 */
export function styleOf({ tokens, faults, weak }: Theme) {
  const isUsed = faults.length === 0 && weak.length === 0
  const declarations = Object.entries(tokens).map(([token, value]) => `--rd4-${token}:${value}`)
  return {
    isUsed,
    style: isUsed && declarations.length > 0 ? `:root{${declarations.join(';')}}` : '',
    navy: (isUsed && tokens.navy) || brand.navy,
  }
}
