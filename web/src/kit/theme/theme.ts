import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { createElement } from 'react'
import { brand, brandTokens } from './brand.ts'
import { Icon } from './Icon.tsx'

const navy: MantineColorsTuple = [
  '#eef3fb',
  '#dce7f8',
  '#b7cbe8',
  '#8faed8',
  '#5f88c0',
  '#3a69a8',
  '#1b4a84',
  '#0f3f78',
  '#0a366a',
  '#072950',
]

/** Mantine in the brand's colours, with the specification's breakpoints (in em, so that larger text counts). */
export const theme = createTheme({
  fontFamily: "soleil, 'Figtree Variable', system-ui, sans-serif",
  fontFamilyMonospace: brand.mono,
  headings: { fontWeight: '650' },
  colors: { navy },
  primaryColor: 'navy',
  primaryShade: 8,
  defaultRadius: brand.radius,
  breakpoints: { xs: '0em', sm: '36em', md: '48em', lg: '62em', xl: '75em', xxl: '100em' },
  respectReducedMotion: true,
  // The kit's own drawing is not marked as ornament.
  components: {
    NativeSelect: { defaultProps: { rightSection: createElement(Icon, { name: 'chevron-down', size: 18 }) } },
  },
})

/** Gives the brand to the styles, and darkens the kit's colours that miss 4.5:1. */
export const brandVariables: CSSVariablesResolver = () => ({
  variables: brandTokens,
  light: {
    '--mantine-color-text': brand.text,
    '--mantine-color-default-color': brand.text,
    '--mantine-color-dimmed': brand.dimmed,
    '--mantine-color-error': brand.error,
    '--mantine-color-placeholder': '#68737f',
    '--mantine-color-anchor': brand.link,
    '--mantine-color-default-border': brand['line-strong'],
  },
  dark: {},
})
