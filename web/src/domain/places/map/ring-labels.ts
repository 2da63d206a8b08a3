import type { PixelPoint } from './mercator.ts'

/** How far a drawing extends from its anchor point, in pixels. */
type Extent = { up: number; right: number; down: number; left: number }

const label: Extent = { up: 9, right: 24, down: 9, left: 24 }
// A pin is drawn upwards from its anchor point.
const pin: Extent = { up: 34, right: 18, down: 4, left: 18 }
const centerPin: Extent = { up: 42, right: 22, down: 4, left: 22 }

/** The label's possible angles on its ring, in degrees from the top, in order of preference. */
const angles = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180]

const boxAt = ({ x, y }: PixelPoint, { up, right, down, left }: Extent) => ({
  top: y - up,
  right: x + right,
  bottom: y + down,
  left: x - left,
})

/** The boxes of the zoom buttons, the north arrow and the scale bar, in the corners of a map of this size. */
const cornersOf = ({ x, y }: PixelPoint) => [
  { top: -y / 2, right: -x / 2 + 52, bottom: -y / 2 + 116, left: -x / 2 },
  { top: -y / 2, right: x / 2, bottom: -y / 2 + 44, left: x / 2 - 36 },
  { top: y / 2 - 40, right: -x / 2 + 140, bottom: y / 2, left: -x / 2 },
]

type Box = ReturnType<typeof boxAt>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Returns a visible, uncovered point for a ring's label, relative to the map's center; undefined if there is none. */
export function findLabelPoint(
  radius: number,
  { middle, size, pins }: { middle: PixelPoint; size: PixelPoint; pins: PixelPoint[] },
): PixelPoint | undefined {
  const taken = [...pins.map((it) => boxAt(it, pin)), boxAt(middle, centerPin), ...cornersOf(size)]
  return angles
    .map((degrees) => (degrees * Math.PI) / 180)
    .map((angle) => ({ x: middle.x + radius * Math.sin(angle), y: middle.y - radius * Math.cos(angle) }))
    .find((point) => {
      const box = boxAt(point, label)
      const isVisible =
        box.left > -size.x / 2 && box.right < size.x / 2 && box.top > -size.y / 2 && box.bottom < size.y / 2
      return isVisible && !taken.some((it) => overlap(box, it))
    })
}
