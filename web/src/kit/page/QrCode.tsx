import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** The width, in modules, of the empty border that phones need to recognise a QR code. */
const margin = 4

/** A text as a QR code. */
export function QrCode({ text, title, className }: { text: string; title: string; className?: string | undefined }) {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    const positions = Array.from({ length: code.size }, (_, position) => position)
    const dark = positions.flatMap((y) => positions.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`))
    return { path: dark.join(''), size: code.size + 2 * margin }
  }, [text])
  return (
    <svg
      role="img"
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      focusable="false"
    >
      <title>{title}</title>
      <rect x={-margin} y={-margin} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
