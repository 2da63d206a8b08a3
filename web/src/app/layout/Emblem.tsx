import { WasteStream } from '@rd4-loket/contract'
import { streamColours } from '../../domain/waste-streams/stream-colours.ts'

const slice = 360 / WasteStream.options.length

/** A point on a circle around the centre, in degrees clockwise from the top. */
function point(degrees: number, radius: number) {
  const radians = ((degrees - 90) * Math.PI) / 180
  return `${(50 + radius * Math.cos(radians)).toFixed(2)} ${(50 + radius * Math.sin(radians)).toFixed(2)}`
}

const arc = (from: number, to: number, radius: number) =>
  `M${point(from, radius)}A${radius} ${radius} 0 0 1 ${point(to, radius)}`

/** The emblem: a ring in the colours of ten waste streams, around three arrows in a circle. */
export function Emblem({ size, turning = false }: { size: number; turning?: boolean }) {
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      className={turning ? 'turning' : undefined}
      fill="none"
      strokeWidth={9}
      aria-hidden="true"
      focusable="false"
    >
      {WasteStream.options.map((stream, at) => (
        <path
          key={stream}
          d={arc(at * slice + 3.5, (at + 1) * slice - 3.5, 42)}
          stroke={streamColours[stream].background}
          strokeLinecap="round"
          strokeWidth={7}
        />
      ))}
      {[0, 120, 240].map((angle) => (
        <g
          key={angle}
          transform={`rotate(${angle} 50 50)`}
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={arc(8, 82, 22)} strokeWidth={7} />
          <path d={`M${point(62, 31)}L${point(86, 22)}L${point(56, 13.5)}`} strokeWidth={6} />
        </g>
      ))}
    </svg>
  )
}
