import type { Point } from './mercator.ts'

/** How far a thing reaches from its place, in pixels. */
type Reach = { up: number; right: number; down: number; left: number }

const label: Reach = { up: 9, right: 24, down: 9, left: 24 }
// A pin stands on its place, and is drawn from there up.
const pin: Reach = { up: 34, right: 18, down: 4, left: 18 }
const middlePin: Reach = { up: 42, right: 22, down: 4, left: 22 }

/** From the top of a ring to both sides, and down. */
const turns = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180]

const boxAt = ({ x, y }: Point, { up, right, down, left }: Reach) => ({
  top: y - up,
  right: x + right,
  bottom: y + down,
  left: x - left,
})

/** The boxes of the corners in which the buttons, the north arrow and the scale stand. */
const cornersOf = ({ x, y }: Point) => [
  { top: -y / 2, right: -x / 2 + 52, bottom: -y / 2 + 116, left: -x / 2 },
  { top: -y / 2, right: x / 2, bottom: -y / 2 + 44, left: x / 2 - 36 },
  { top: y / 2 - 40, right: -x / 2 + 140, bottom: y / 2, left: -x / 2 },
]

type Box = ReturnType<typeof boxAt>
const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Where the label of a ring stands on it, seen from the middle of the map: in sight, and under nothing; undefined for nowhere. */
export function placeOfLabel(
  radius: number,
  { middle, size, pins }: { middle: Point; size: Point; pins: Point[] },
): Point | undefined {
  const taken = [...pins.map((it) => boxAt(it, pin)), boxAt(middle, middlePin), ...cornersOf(size)]
  return turns
    .map((turn) => (turn * Math.PI) / 180)
    .map((turn) => ({ x: middle.x + radius * Math.sin(turn), y: middle.y - radius * Math.cos(turn) }))
    .find((place) => {
      const box = boxAt(place, label)
      const isSeen =
        box.left > -size.x / 2 && box.right < size.x / 2 && box.top > -size.y / 2 && box.bottom < size.y / 2
      return isSeen && !taken.some((it) => overlap(box, it))
    })
}
