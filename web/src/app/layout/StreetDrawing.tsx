import type { WasteStream } from '@rd4-loket/contract'
import { streamColours } from '../../domain/waste-streams/stream-colours.ts'
import styles from './StreetDrawing.module.css'

/** A house: its position, width, height, and the height of its roof. */
type House = { x: number; width: number; height: number; roof: number; stepped?: boolean }

const ground = 268
const houses: House[] = [
  { x: 70, width: 84, height: 74, roof: 42 },
  { x: 154, width: 66, height: 92, roof: 34, stepped: true },
  { x: 220, width: 92, height: 68, roof: 46 },
  { x: 470, width: 78, height: 80, roof: 40 },
  { x: 548, width: 70, height: 98, roof: 32, stepped: true },
  { x: 618, width: 96, height: 70, roof: 44 },
]

function roofOf({ x, width, height, roof, stepped }: House) {
  const top = ground - height
  if (!stepped) return `M${x - 5} ${top}L${x + width / 2} ${top - roof}L${x + width + 5} ${top}z`
  const step = width / 8
  return `M${x} ${top}v${-roof / 3}h${step}v${-roof / 3}h${step}v${-roof / 3}h${width - 4 * step}v${roof / 3}h${step}v${roof / 3}h${step}v${roof / 3}z`
}

const bins: { x: number; stream: WasteStream }[] = [
  { x: 322, stream: 'residual_waste' },
  { x: 357, stream: 'gft' },
  { x: 392, stream: 'paper' },
  { x: 427, stream: 'pmd' },
]

function Bin({ x, stream }: { x: number; stream: WasteStream }) {
  return (
    <g transform={`translate(${x} ${ground - 46}) scale(1.3)`}>
      <path d="M2 8h20l-2.4 26h-15.200z" fill={streamColours[stream].background} />
      <path d="M0 3.500a2 2 0 0 1 2-2h20a2 2 0 0 1 2 2V8H0z" fill={streamColours[stream].background} />
      <path d="M0 8h24" stroke="var(--rd4-navy-deep)" strokeOpacity={0.35} strokeWidth={1.5} />
      <circle cx={18} cy={34} r={3.5} fill="var(--rd4-navy-deep)" />
    </g>
  )
}

/** A street in the hills with containers on the pavement, as decoration. */
export function StreetDrawing() {
  return (
    <svg
      viewBox="0 0 800 300"
      preserveAspectRatio="xMidYMax slice"
      className={styles.street}
      aria-hidden="true"
      focusable="false"
    >
      <circle cx={404} cy={112} r={24} fill="#f3cd3b" fillOpacity={0.85} />
      <path
        d="M0 190C110 130 200 140 300 176S520 120 640 142 760 170 800 160V300H0z"
        fill="#2f6fbd"
        fillOpacity={0.55}
      />
      <path d="M0 226C140 186 260 214 380 208S620 170 800 216V300H0z" fill="#2b7a6b" fillOpacity={0.75} />
      {houses.map((house) => (
        <g key={house.x}>
          <path d={`M${house.x} ${ground}v${-house.height}h${house.width}V${ground}z`} fill="#eef3fb" />
          <path d={roofOf(house)} fill={house.stepped ? '#dbe6f6' : '#c8553d'} />
          {[0.2, 0.62].map((at) => (
            <path
              key={at}
              d={`M${house.x + house.width * at} ${ground - house.height + 14}h14v18h-14z`}
              fill="var(--rd4-navy)"
              fillOpacity={0.8}
            />
          ))}
          <path d={`M${house.x + house.width * 0.4} ${ground}v-26h16v26z`} fill="var(--rd4-navy)" />
        </g>
      ))}
      {[28, 748, 772].map((x) => (
        <g key={x}>
          <path d={`M${x} ${ground}v-30`} stroke="#5b4636" strokeWidth={5} />
          <ellipse cx={x} cy={ground - 48} rx={19} ry={26} fill="#3f8a5a" />
        </g>
      ))}
      <path d={`M0 ${ground}h800v32H0z`} fill="var(--rd4-navy-deep)" />
      <path d={`M0 ${ground + 16}h800`} stroke="#8faed8" strokeOpacity={0.6} strokeWidth={2} strokeDasharray="26 20" />
      {bins.map((bin) => (
        <Bin key={bin.x} {...bin} />
      ))}
    </svg>
  )
}
