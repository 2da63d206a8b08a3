import 'react'

declare module 'react' {
  /**
   * The inline style of an element. It may set custom properties only, which the style sheet of the element uses. The
   * browser tests reject any other inline style.
   */
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number
  }
}
