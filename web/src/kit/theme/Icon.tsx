const marker = 'M12 21.5c4.6-4.7 7-8.2 7-11.7a7 7 0 1 0-14 0c0 3.5 2.4 7 7 11.7z'
const dot = (x: number, y: number) => `M${x} ${y}v.01`
/** The path of a circle. */
export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

// All icons have a grid of 24 by 24, one stroke width, round ends, no fill.
const icons = {
  user: `${circle(12, 8, 4)}M4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6`,
  info: `${circle(12, 12, 9)}M12 11v5.5${dot(12, 7.5)}`,
  clearances: `M5 17.5H2.5V8L5 5.5h8.5v12H9M13.5 9h4l4 4v4.5h-3M14.5 17.5h-1M8 5.5v5M${circle(7, 17.5, 2).slice(1)}${circle(16.5, 17.5, 2)}`,
  marker: `${marker}${circle(12, 10, 2.5)}`,
  'marker-home': `${marker}M8.5 10.5 12 7.3l3.5 3.2M9.8 9.8v4h4.4v-4`,
  search: `${circle(11, 11, 6.5)}M16 16l4.5 4.5`,
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h4.5v-5h3v5H18V10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  'chevron-down': 'M7 10l5 5 5-5',
  'chevron-left': 'M14 7l-5 5 5 5',
  'chevron-right': 'M10 7l5 5-5 5',
  'arrow-left': 'M20 12H4.5M10.5 6l-6 6 6 6',
  'arrow-right': 'M4 12h15.5M13.5 6l6 6-6 6',
  'arrow-up': 'M12 20V4.5M6 10.5l6-6 6 6',
  'arrow-down': 'M12 4v15.5M6 13.5l6 6 6-6',
  'panel-left': 'M4 5h16v14H4zM9.5 5v14',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8 14h2M14 14h2M8 17h2',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  check: 'M5 12.5l4.5 4.5L19 7',
  key: `${circle(8, 15.5, 4)}M11 12.5l8.5-8.5M16 7.5l3 3`,
  shield: 'M12 3.5 5 6v5.5c0 4.4 2.9 7.5 7 9 4.1-1.5 7-4.6 7-9V6z',
  keyboard: `M3 6.5h18v11H3z${dot(7, 10)}${dot(10.5, 10)}${dot(14, 10)}${dot(17.5, 10)}M8 14h8`,
  logout: 'M10 4.5H5v15h5M15.5 8l4 4-4 4M19.5 12H10',
  pause: 'M8.5 6v12M15.5 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  alert: `M12 4 2.5 20h19zM12 10v4.5${dot(12, 17.2)}`,
  undo: 'M9 5 4.5 9.5 9 14M4.5 9.5h9a6 5 0 0 1 0 10H8',
  bill: 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3',
  scales: 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6a2.7 2.7 0 0 0 5 0z',
  note: 'M5 4.5h14v10l-5 5H5zM14 19.5v-5h5M8.5 9h7M8.5 12.5h4',
  pass: 'M3 6h18v12.5H3zM3 10h18M6.5 14.5h4',
  rolls: `${circle(8, 12, 4.5)}${circle(8, 12, 1.2)}M8 7.5h11v9H8`,
  question: `${circle(12, 12, 9)}M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7${dot(12, 16.8)}`,
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  bold: 'M7.5 4.5h5a3.5 3.5 0 0 1 0 7.2h-5zM7.5 11.7h6a3.9 3.9 0 0 1 0 7.8h-6z',
  italic: 'M10.5 4.5h6M7.5 19.5h6M13.8 4.5l-3.6 15',
  'bullet-list': `M9 6.5h11M9 12h11M9 17.5h11${dot(4.5, 6.5)}${dot(4.5, 12)}${dot(4.5, 17.5)}`,
  'ordered-list': 'M10 6.5h10M10 12h10M10 17.5h10M4 4.5l1.5-.7v5M4 15.2c.3-.9 2.3-.9 2.3.4 0 1-2.3 2.1-2.3 3.1h2.5',
  link: 'M10 14a3.6 3.6 0 0 0 5 0l3.4-3.4a3.6 3.6 0 0 0-5-5L12 7M14 10a3.6 3.6 0 0 0-5 0l-3.4 3.4a3.6 3.6 0 0 0 5 5L12 17',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  minicontainer: `M5 7.5h14M7.5 7.5l.9 10.7a1.5 1.5 0 0 0 1.5 1.3h4.2a1.5 1.5 0 0 0 1.5-1.3l.9-10.7M9 4.5h8v3${circle(15.5, 20, 1.5)}`,
  underground: 'M3 12.5h5.5M15.5 12.5H21M8.5 12.5V6.5a3.5 3.5 0 0 1 7 0v6M6.5 12.5v8h11v-8M10.5 7.5h3',
} as const

export type IconName = keyof typeof icons

const attributes = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  focusable: 'false',
} as const

type IconProps = {
  /** Without a title the icon is decoration beside a text with the same meaning. */
  title?: string | undefined
  /** In pixels at the browser's default text size. The icon grows with the text. */
  size?: number
}

/** An icon that draws the given path in the style of all icons. */
export function PathIcon({ path, title, size = 24 }: IconProps & { path: string }) {
  const side = `${size / 16}rem`
  if (!title)
    return (
      <svg {...attributes} width={side} height={side} aria-hidden="true">
        <path d={path} />
      </svg>
    )
  return (
    <svg {...attributes} width={side} height={side} role="img">
      <title>{title}</title>
      <path d={path} />
    </svg>
  )
}

export const Icon = ({ name, ...icon }: IconProps & { name: IconName }) => <PathIcon path={icons[name]} {...icon} />
