import { circle } from '../theme/Icon.tsx'
import styles from './Drawing.module.css'

/** The solid shapes, the lines on them, and the subject in the accent colour. */
type DrawingPaths = { solid: string; lines?: string; accent: string }

// All drawings have a grid of 120 by 96, one stroke width, a street on a disc, and one subject in the accent colour.
const drawings = {
  'nothing-found': {
    solid: 'M26 84V60l13-11 13 11v24zM52 84V50l15-13 15 13v34z',
    lines: 'M35 84V72h8v12M62 62h10M62 70h10',
    accent: `${circle(84, 60, 13)}M93.5 69.5 105 81`,
  },
  'nothing-yet': {
    solid: `M42 46h36l-3.6 34a4 4 0 0 1-4 4H49.6a4 4 0 0 1-4-4z${circle(69, 82, 5)}`,
    lines: 'M53 56l1.5 18M67 56l-1.5 18',
    accent: 'M41 40 71 24.5l3 6L44 46zM90 32v10M85 37h10',
  },
  'no-access': {
    solid: 'M40 84V24a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v60z',
    lines: 'M47 28h26v14H47zM70 72h3',
    accent: 'M51 55h18v13H51zM55 55v-4a5 5 0 0 1 10 0v4',
  },
  'not-found': {
    solid: 'M57 84V20h6v64zM63 26h25l8 8-8 8H63zM57 46H32l-8 8 8 8h25z',
    lines: 'M70 34h14M37 54h13',
    accent: 'M80 56a6 6 0 1 1 9 5c-2 1.5-3 2.5-3 5M86 73v.01',
  },
  broken: {
    solid: `M42 46h36l-3.6 34a4 4 0 0 1-4 4H49.6a4 4 0 0 1-4-4z${circle(69, 82, 5)}M38.5 39l42-5 .7 6-42 5z`,
    lines: 'M27 28l5 5M23 39h7M92 24l-4 5M97 36h-7',
    accent: 'M62 47l-6 9h8l-6 10h6l-4 8',
  },
  offline: {
    solid: 'M44 39h13v18H44zM77 37h12a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H77z',
    lines: 'M16 84c6-30 14-36 28-36M57 44h8M57 52h8M92 48c10 0 12 20 12 36',
    accent: 'M70 33v-9M64 35l-6-7M76 35l6-7',
  },
  unpublished: {
    solid: 'M34 30a4 4 0 0 1 4-4h44a4 4 0 0 1 4 4v50a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4z',
    lines: 'M34 40h52M47 20v11M73 20v11M44 51h6M57 51h6M70 51h6M44 62h6M57 62h6M44 73h6M57 73h6',
    accent: `${circle(84, 72, 13)}M84 65v7h6`,
  },
  scan: {
    solid: 'M32 44a4 4 0 0 1 4-4h48a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4z',
    lines: 'M32 51h56M41 66h16',
    accent: 'M51 32a13 13 0 0 1 18 0M44 24.5a23 23 0 0 1 32 0',
  },
} satisfies Record<string, DrawingPaths>

export type DrawingName = keyof typeof drawings

/** A small drawing in place of missing content, as decoration beside the text that explains it. */
export function Drawing({ name, width = 120 }: { name: DrawingName; width?: number }) {
  const { solid, lines, accent }: DrawingPaths = drawings[name]
  return (
    <svg
      className={`screen-only ${styles.drawing}`}
      viewBox="0 0 120 96"
      width={width}
      height={width * 0.8}
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles.disc} cx={60} cy={48} r={42} />
      <path d="M10 84h100" />
      <path className={styles.solid} d={solid} />
      <path d={lines} />
      <path className={styles.accent} d={accent} />
    </svg>
  )
}
