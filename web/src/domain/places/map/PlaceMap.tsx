import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { type KeyNote, useKeyNotes } from '../../../kit/browser/keys.ts'
import { Icon, type IconName } from '../../../kit/theme/Icon.tsx'
import { MapButtons } from './MapButtons.tsx'
import { MapMeasures } from './MapMeasures.tsx'
import { MapTiles } from './MapTiles.tsx'
import { fromMiddle, movedBy, type Place, type View, viewAround, zoomedBy } from './mercator.ts'
import styles from './PlaceMap.module.css'
import { useDrag } from './use-drag.ts'
import { useSize } from './use-size.ts'

/** A collection system on the map, with the number by which the list beside it names it. */
export type Mark = { alias: string; location: Place; number: number; broken: boolean }

const at = (place: Place, view: View) => {
  const { x, y } = fromMiddle(place, view)
  return { transform: `translate(${x}px, ${y}px)` }
}

const step = 80

const keyNotes: KeyNote[] = [
  { keys: ['←', '→', '↑', '↓'], does: 'De kaart verschuiven' },
  { keys: ['+', '−'], does: 'Dichterbij of verder weg' },
  { keys: ['0'], does: 'Alles tonen' },
]

/** What a key does to what the map shows; undefined for a key that is not the map's. */
function viewAfter(key: string, view: View): View | null | undefined {
  const steps: Record<string, () => View | null> = {
    ArrowLeft: () => movedBy(view, { x: -step, y: 0 }),
    ArrowRight: () => movedBy(view, { x: step, y: 0 }),
    ArrowUp: () => movedBy(view, { x: 0, y: -step }),
    ArrowDown: () => movedBy(view, { x: 0, y: step }),
    '+': () => zoomedBy(view, 1),
    '=': () => zoomedBy(view, 1),
    '-': () => zoomedBy(view, -1),
    '0': () => null,
  }
  return steps[key]?.()
}

/**
 * A map around a place, with the collection systems near it. It needs no network: rings tell the distance, and where a setting
 * names a server of tiles, they lie below. What it shows also stands in the list beside it; the pins are for the mouse.
 */
export function PlaceMap({
  label,
  middle,
  icon,
  marks,
  pointed,
  onPoint,
}: {
  label: string
  middle: Place
  icon: IconName
  marks: Mark[]
  /** The alias of the mark that the mouse or the keyboard is on, here or in the list. */
  pointed: string | undefined
  onPoint: (alias: string | undefined) => void
}) {
  const { ref, size } = useSize()
  useKeyNotes('Op de kaart', keyNotes)
  const [moved, setMoved] = useState<View | null>(null)
  const keys = useId()
  const fitting = viewAround(
    middle,
    marks.map(({ location }) => location),
    size,
  )
  const view = moved ?? fitting
  const drag = useDrag(view, setMoved)

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const next = viewAfter(event.key, view)
    if (next === undefined) return
    event.preventDefault()
    setMoved(next)
  }

  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; this is a map that the arrow keys move. */}
      <div
        ref={ref}
        className={styles.ground}
        role="group"
        aria-label={label}
        aria-describedby={keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it, as they scroll a page.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <MapTiles view={view} size={size} />
        <MapMeasures
          middle={middle}
          view={view}
          size={size}
          pins={marks.map(({ location }) => fromMiddle(location, view))}
        />
        <div className={styles.pins} aria-hidden="true">
          <span className={styles.middle} style={at(middle, view)}>
            <Icon name={icon} />
          </span>
          {marks.map(({ alias, location, number, broken }) => (
            <Link
              key={alias}
              to="/collection-system/$alias"
              params={{ alias }}
              tabIndex={-1}
              draggable={false}
              className={styles.pin}
              style={at(location, view)}
              data-pointed={alias === pointed || undefined}
              data-broken={broken || undefined}
              onMouseEnter={() => onPoint(alias)}
              onMouseLeave={() => onPoint(undefined)}
            >
              <Icon name="marker" />
              <span>{number}</span>
            </Link>
          ))}
        </div>
      </div>
      <MapButtons onZoom={(steps) => setMoved(zoomedBy(view, steps))} onFit={() => setMoved(null)} />
      <p id={keys} className={styles.keys}>
        Pijltjes verschuiven de kaart, + en − zoomen, 0 toont alles.
      </p>
    </div>
  )
}
