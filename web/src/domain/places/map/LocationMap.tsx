// Reasons: docs/web.md

import type { WasteStream } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type KeyNote, useKeyNotes } from '../../../kit/browser/keys.ts'
import { Icon, type IconName } from '../../../kit/theme/Icon.tsx'
import { StreamMark } from '../../waste-streams/StreamMark.tsx'
import styles from './LocationMap.module.css'
import { MapMeasures, MapTiles } from './MapMeasures.tsx'
import {
  fitView,
  type GeoPoint,
  type MapView,
  offsetFromCenter,
  type PixelPoint,
  panView,
  zoomView,
} from './mercator.ts'
import { spreadPins } from './spread-pins.ts'
import { useDrag } from './use-drag.ts'

/** Returns the current size of an element in pixels. Before the first measurement, the size on a small laptop. */
function useSize(): { ref: RefObject<HTMLDivElement | null>; size: PixelPoint } {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<PixelPoint>({ x: 640, y: 352 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: x, clientHeight: y } = element
      if (x > 0 && y > 0) setSize((before) => (before.x === x && before.y === y ? before : { x, y }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, size }
}

/** Buttons that zoom in, zoom out and show the whole map. */
function MapButtons({ onZoom, onFit }: { onZoom: (levels: number) => void; onFit: () => void }) {
  return (
    <div className={`screen-only ${styles.buttons}`}>
      <button type="button" className="icon-button" aria-label="Zoom in" onClick={() => onZoom(1)}>
        <Icon name="plus" size={20} />
      </button>
      <button type="button" className="icon-button" aria-label="Zoom uit" onClick={() => onZoom(-1)}>
        <Icon name="minus" size={20} />
      </button>
      <button type="button" className="icon-button" aria-label="Toon de hele kaart" onClick={onFit}>
        <Icon name="fit" size={20} />
      </button>
    </div>
  )
}

/** A collection system on the map, with its waste streams and its number in the list beside the map. */
export type MapMarker = {
  alias: string
  location: GeoPoint
  number: number
  streams: WasteStream[]
  broken: boolean
}

const positionAt = ({ x, y }: PixelPoint) => ({ '--x': `${x}px`, '--y': `${y}px` })

/** The minimum distance between two pins, in pixels. */
const pinDistance = 48

/** How far an arrow key moves the map, in pixels. */
const step = 80

const keyNotes: KeyNote[] = [
  { keys: ['←', '→', '↑', '↓'], action: 'De kaart verschuiven' },
  { keys: ['+', '−'], action: 'Dichterbij of verder weg' },
  { keys: ['0'], action: 'Alles tonen' },
]

/** Returns the view after a key press; null for the whole map, undefined for a key without a function on the map. */
function viewAfterKey(key: string, view: MapView): MapView | null | undefined {
  const moves: Record<string, () => MapView | null> = {
    ArrowLeft: () => panView(view, { x: -step, y: 0 }),
    ArrowRight: () => panView(view, { x: step, y: 0 }),
    ArrowUp: () => panView(view, { x: 0, y: -step }),
    ArrowDown: () => panView(view, { x: 0, y: step }),
    '+': () => zoomView(view, 1),
    '=': () => zoomView(view, 1),
    '-': () => zoomView(view, -1),
    '0': () => null,
  }
  return moves[key]?.()
}

type LocationMapProps = {
  label: string
  middle: GeoPoint
  icon: IconName
  markers: MapMarker[]
  /** The alias of the system that has the mouse or the focus, on the map or in the list. */
  pointed: string | undefined
  onPoint: (alias: string | undefined) => void
}

/**
 * A map around an address or collection system, with the collection systems near it. Rings show distances,
 * so that the map is useful without a tile server. If the settings name a tile server, its tiles are drawn below the
 * rings. The list beside the map has the same information, so the pins are for the mouse only.
 */
export function LocationMap({ label, middle, icon, markers, pointed, onPoint }: LocationMapProps) {
  const { ref, size } = useSize()
  useKeyNotes('Op de kaart', keyNotes)
  const [moved, setMoved] = useState<MapView | null>(null)
  const hintId = useId()
  const wholeView = fitView(
    middle,
    markers.map(({ location }) => location),
    size,
  )
  const view = moved ?? wholeView
  const drag = useDrag(view, setMoved)
  const places = markers.map(({ location }) => offsetFromCenter(location, view))
  const spread = spreadPins(places, pinDistance)

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const next = viewAfterKey(event.key, view)
    if (next === undefined) return
    event.preventDefault()
    setMoved(next)
  }

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; the arrow keys move this map. */}
      <div
        ref={ref}
        className={`relative ${styles.ground}`}
        role="group"
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <MapTiles view={view} size={size} />
        <MapMeasures middle={middle} view={view} size={size} pins={spread} />
        <div className={styles.pins} aria-hidden="true">
          <span className={styles.middle} style={positionAt(offsetFromCenter(middle, view))}>
            <Icon name={icon} />
          </span>
          {/* A line joins a moved pin and its place. */}
          <svg className={styles.lines} width={1} height={1} aria-hidden="true" focusable="false">
            {places.map((place, index) => {
              const { x, y } = spread[index] as PixelPoint
              return <line key={markers[index]?.alias} x1={place.x} y1={place.y} x2={x} y2={y} />
            })}
          </svg>
          {markers.map(({ alias, number, streams, broken }, index) => (
            <Link
              key={alias}
              to="/collection-system/$alias"
              params={{ alias }}
              tabIndex={-1}
              draggable={false}
              className={styles.pin}
              style={positionAt(spread[index] as PixelPoint)}
              data-pointed={alias === pointed || undefined}
              data-broken={broken || undefined}
              onMouseEnter={() => onPoint(alias)}
              onMouseLeave={() => onPoint(undefined)}
            >
              <Icon name="marker" />
              <span className={styles.number}>{number}</span>
              <span className={styles.streams}>
                {streams.map((stream) => (
                  <StreamMark key={stream} stream={stream} size={14} />
                ))}
              </span>
            </Link>
          ))}
        </div>
      </div>
      <MapButtons onZoom={(levels) => setMoved(zoomView(view, levels))} onFit={() => setMoved(null)} />
      <p id={hintId} className={`screen-only ${styles.keys}`}>
        Pijltjes verschuiven de kaart, + en − zoomen, 0 toont alles.
      </p>
    </div>
  )
}
