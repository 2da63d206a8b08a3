import type { PixelPoint } from './mercator.ts'

const maxRounds = 60

/** The direction in which the nth pin moves away from a pin at the same place. Differs for each pin. */
const directionOf = (index: number) => ({ x: Math.cos(index * 2.4), y: Math.sin(index * 2.4) })

/**
 * Moves pins apart until every two pins are at least `distance` pixels apart, or until the maximum number of rounds.
 * Returns the new positions in the same order. The same input always gives the same positions.
 */
export function spreadPins(pins: PixelPoint[], distance: number): PixelPoint[] {
  const placed = pins.map((pin) => ({ ...pin }))
  for (let round = 0; round < maxRounds; round++) {
    let isMoved = false
    for (const [at, one] of placed.entries())
      for (const other of placed.slice(at + 1)) {
        const [x, y] = [other.x - one.x, other.y - one.y]
        const apart = Math.hypot(x, y)
        if (apart >= distance) continue
        isMoved = true
        const direction = apart < 0.01 ? directionOf(at) : { x: x / apart, y: y / apart }
        // Half a pixel extra, so that rounding errors do not cost a round.
        const step = (distance - apart) / 2 + 0.5
        one.x -= direction.x * step
        one.y -= direction.y * step
        other.x += direction.x * step
        other.y += direction.y * step
      }
    if (!isMoved) break
  }
  return placed
}
