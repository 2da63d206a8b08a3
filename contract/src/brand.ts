/** The brand: every colour and size that several styles share. Styles refer to these tokens as `--rd4-…`. */
export const brand = {
  navy: '#0a366a',
  'navy-deep': '#072950',
  'navy-soft': '#1b4a84',
  accent: '#236bff',
  link: '#1a56d6',
  tint: '#eef3fb',
  'tint-strong': '#dce7f8',
  text: '#1b2733',
  dimmed: '#55616e',
  placeholder: '#68737f',
  line: '#dfe4ea',
  'line-strong': '#7b8794',
  ground: '#f6f8fa',
  waiting: '#e9edf2',
  error: '#c92a2a',
  'error-tint': '#fdf1f1',
  warning: '#8a4b00',
  'warning-tint': '#fff6e8',
  'warning-line': '#e9c98f',
  success: '#1f7a3d',
  'success-tint': '#edf7f0',
  // On a navy background: text, secondary text, the mark of the current page, and success.
  'on-navy': '#dce7f8',
  'on-navy-dimmed': '#b7cbe8',
  'on-navy-accent': '#7fb0ff',
  'on-navy-success': '#7fd69a',
  map: '#f1f4f8',
  'map-line': '#b9c4d1',
  sky: '#1a5aa8',
  // The shadows of a panel, of a floating list, and of a dialog. `veil` covers the page behind the dialog.
  shadow: '0 1px 2px rgb(7 41 80 / 6%), 0 2px 8px rgb(7 41 80 / 5%)',
  'shadow-float': '0 8px 28px rgb(7 41 80 / 18%)',
  'shadow-over': '0 16px 48px rgb(7 41 80 / 30%)',
  veil: 'rgb(7 41 80 / 45%)',
  radius: '8px',
  sans: "soleil, 'Figtree Variable', 'Figtree as Arial', 'Figtree as DejaVu', system-ui, sans-serif",
} as const

/** The brand as CSS custom properties. */
export const brandTokens = Object.fromEntries(Object.entries(brand).map(([name, value]) => [`--rd4-${name}`, value]))

/** The place in the page behind the tokens of the brand, where the server writes those of a theme. */
export const themeMark = '/*%THEME%*/'

/** A colour of the brand, or white, which is the ground of panels and the text on dark colours. */
export type BrandColour = keyof typeof brand | 'white'

/**
 * The NL Design System token that a theme sets for each token of the brand, without `--basis-`. The shadows and the font
 * are ours in every theme, because a theme file brings no fonts.
 */
export const themeSources = {
  navy: 'color-accent-1-inverse-bg-document',
  'navy-deep': 'color-accent-1-inverse-bg-subtle',
  'navy-soft': 'color-accent-1-inverse-bg-default',
  accent: 'color-action-1-color-default',
  link: 'color-action-1-color-default',
  tint: 'color-accent-1-bg-subtle',
  'tint-strong': 'color-accent-1-bg-default',
  text: 'color-default-color-document',
  dimmed: 'color-default-color-default',
  placeholder: 'form-control-placeholder-color',
  line: 'color-default-border-subtle',
  'line-strong': 'form-control-border-color',
  ground: 'color-default-bg-subtle',
  waiting: 'color-default-bg-default',
  error: 'color-negative-color-default',
  'error-tint': 'color-negative-bg-subtle',
  warning: 'color-warning-color-default',
  'warning-tint': 'color-warning-bg-subtle',
  'warning-line': 'color-warning-border-subtle',
  success: 'color-positive-color-default',
  'success-tint': 'color-positive-bg-subtle',
  'on-navy': 'color-accent-1-inverse-color-document',
  'on-navy-dimmed': 'color-accent-1-inverse-color-subtle',
  'on-navy-accent': 'color-accent-1-inverse-border-default',
  'on-navy-success': 'color-positive-inverse-color-subtle',
  map: 'color-default-bg-subtle',
  'map-line': 'color-default-border-subtle',
  sky: 'color-accent-1-inverse-bg-hover',
  radius: 'border-radius-md',
} as const satisfies Partial<Record<keyof typeof brand, string>>

/** The colours of texts and their grounds, which need a contrast of at least 4.5:1 (WCAG 1.4.3). */
export const textPairs: [text: BrandColour, ground: BrandColour][] = [
  ['text', 'white'],
  ['text', 'ground'],
  ['text', 'tint'],
  ['text', 'tint-strong'],
  ['text', 'error-tint'],
  ['text', 'warning-tint'],
  ['text', 'success-tint'],
  ['dimmed', 'white'],
  ['dimmed', 'ground'],
  ['dimmed', 'tint'],
  ['placeholder', 'white'],
  ['link', 'white'],
  ['link', 'ground'],
  ['link', 'tint'],
  ['navy', 'white'],
  ['navy', 'ground'],
  ['navy', 'tint'],
  ['navy', 'tint-strong'],
  ['error', 'white'],
  ['error', 'error-tint'],
  ['warning', 'warning-tint'],
  ['success', 'success-tint'],
  ['white', 'navy'],
  ['white', 'navy-deep'],
  ['white', 'navy-soft'],
  ['white', 'sky'],
  ['white', 'accent'],
  ['white', 'error'],
  ['on-navy', 'navy'],
  ['on-navy-dimmed', 'navy'],
  ['on-navy-success', 'navy'],
]

/** The colours of shapes, such as borders of fields, and their grounds, with a contrast of at least 3:1 (WCAG 1.4.11). */
export const shapePairs: [shape: BrandColour, ground: BrandColour][] = [
  ['accent', 'white'],
  ['line-strong', 'white'],
  ['navy-soft', 'white'],
  ['on-navy-accent', 'navy-soft'],
]

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (`#rrggbb`) by WCAG, from 1 to 21. */
export function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** A pair of colours with too little contrast. `least`: the contrast that it needs. */
export type WeakPair = { front: BrandColour; ground: BrandColour; ratio: number; least: number }

/** Returns the pairs with too little contrast. `colours` overrides colours of the brand. */
export function findWeakPairs(colours: Partial<Record<BrandColour, string>>): WeakPair[] {
  const all: Record<BrandColour, string> = { ...brand, white: '#ffffff', ...colours }
  const measure = (pairs: typeof textPairs, least: number) =>
    pairs.map(([front, ground]) => ({ front, ground, least, ratio: contrast(all[front], all[ground]) }))
  return [...measure(textPairs, 4.5), ...measure(shapePairs, 3)].filter(({ ratio, least }) => ratio < least)
}
