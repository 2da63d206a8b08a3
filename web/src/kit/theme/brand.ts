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
