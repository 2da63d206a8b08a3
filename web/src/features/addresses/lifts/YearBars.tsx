import { type BillOfYear, euroText } from '@rd4-loket/contract'
import { useId, useRef, useState } from 'react'
import { streamColours } from '../../../domain/waste-streams/stream-colours.ts'
import { numberText } from '../../../kit/browser/format.ts'
import { useOneTabStop } from '../../../kit/browser/roving.ts'
import { Button, Buttons } from '../../../kit/buttons/Button.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { LiftPart } from './lift-filter.ts'
import styles from './YearBars.module.css'

type BillPart = keyof BillOfYear['parts']

/** The parts of a bar from its top, with their names. */
const partNames: Record<BillPart, string> = {
  other: 'Overig',
  residual_waste: 'Restafval',
  gft: 'GFT',
  fixed: 'Vast deel',
}
const parts = Object.keys(partNames) as BillPart[]

type YearBarsProps = {
  years: BillOfYear[]
  year: number
  onYear: (year: number) => void
  /** Called for a segment, with its year. */
  onPart: (year: number, part: LiftPart) => void
}

const height = 72

/**
 * The bills of the years beside each other, in parts, on one scale from zero. The mark is the median of comparable
 * households. The bars and the parts of the chosen year are buttons, together one tab stop; a mouse may also press the
 * segment of a bar. 'Als tabel' shows the same numbers.
 */
export function YearBars({ years, year, onYear, onPart }: YearBarsProps) {
  const patterns = useId()
  const [showsTable, setShowsTable] = useState(false)
  const shown = parts.filter((part) => years.some((of) => of.parts[part] > 0))
  const filters = shown.filter((part): part is LiftPart => part !== 'fixed')
  const { group, stop } = useOneTabStop([...years.map((of) => `${of.year}`), ...filters], `${year}`)
  const highest = Math.max(1, ...years.flatMap((of) => [of.amount_cents, of.similar?.amount_cents ?? 0]))
  const chosen = years.find((of) => of.year === year)
  return (
    <div className={styles.years}>
      <Patterns id={patterns} />
      <div {...group}>
        <div className={styles.bars}>
          {years.map((of) => (
            <button
              key={of.year}
              type="button"
              aria-pressed={of.year === year}
              {...stop(`${of.year}`)}
              onClick={({ target }) => {
                const part = (target as SVGElement).dataset['part'] as BillPart | undefined
                if (part && part !== 'fixed') onPart(of.year, part)
                else if (of.year !== year) onYear(of.year)
              }}
            >
              <span className="visually-hidden">{barText(of)}</span>
              <span className={styles.amount} aria-hidden="true">
                {numberText(Math.round(of.amount_cents / 100))}
              </span>
              <Bar of={of} scale={height / highest} patterns={patterns} />
              <span className={styles.year} aria-hidden="true">
                {of.is_running ? `nu ’${`${of.year}`.slice(2)}` : of.year}
              </span>
            </button>
          ))}
        </div>
        <ul className={`row ${styles.parts}`} aria-label="Onderdelen">
          {shown.map((part) => (
            <li key={part}>
              {part === 'fixed' ? (
                <PartName part={part} patterns={patterns} />
              ) : (
                <button type="button" {...stop(part)} onClick={() => onPart(year, part)}>
                  <PartName part={part} patterns={patterns} />
                  <span className="visually-hidden">: toon de ledigingen</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.caption}>
        {chosen?.similar && (
          <>
            <span className={styles.medianKey} aria-hidden="true" />
            {similarText(chosen.similar)}{' '}
          </>
        )}
        <button type="button" className={`screen-only ${styles.more}`} onClick={() => setShowsTable(true)}>
          Als tabel
        </button>
      </p>
      <YearsDialog years={years} open={showsTable} onClose={() => setShowsTable(false)} />
    </div>
  )
}

const similarText = ({ households, amount_cents }: NonNullable<BillOfYear['similar']>) =>
  `midden van ${numberText(households)} vergelijkbare huishoudens: ${euroText(amount_cents)}`

/** The numbers of a bar in words. */
const barText = ({ year, is_running, amount_cents, parts: own, similar }: BillOfYear) =>
  [
    `${year}${is_running ? ' tot nu' : ''}: ${euroText(amount_cents)}`,
    ...parts.filter((part) => own[part] > 0).map((part) => `${partNames[part].toLowerCase()} ${euroText(own[part])}`),
    ...(similar ? [similarText(similar)] : []),
  ].join(', ')

type YearBarProps = { of: BillOfYear; scale: number; patterns: string }

/** A bar with a segment per part, and the mark of comparable households. */
function Bar({ of: { parts: own, similar, is_running }, scale, patterns }: YearBarProps) {
  let top = height - parts.reduce((sum, part) => sum + own[part] * scale, 0)
  const segments = parts.flatMap((part) => {
    const from = top
    top += own[part] * scale
    return own[part] > 0 ? [{ part, y: from, height: top - from }] : []
  })
  const markAt = similar && height - similar.amount_cents * scale
  return (
    <svg
      viewBox={`0 0 40 ${height}`}
      preserveAspectRatio="none"
      height={height}
      className={styles.bar}
      data-running={is_running || undefined}
      aria-hidden="true"
      focusable="false"
    >
      {segments.map(({ part, ...place }) => (
        <rect
          key={part}
          data-part={part}
          width="40"
          {...place}
          fill={fillOf(part, patterns)}
          className={styles.segment}
        />
      ))}
      {markAt !== null && (
        <>
          <path d={`M-6 ${markAt}h52`} className={styles.halo} />
          <path d={`M-6 ${markAt}h52`} className={styles.median} />
        </>
      )}
    </svg>
  )
}

/** The pattern of a part. The other parts have a plain colour of the style sheet. */
const fillOf = (part: BillPart, patterns: string) =>
  part === 'fixed' || part === 'other' ? undefined : `url(#${patterns}${part})`

/** The patterns by which the parts differ without colour: diagonal lines for residual waste, dots for GFT. */
const Patterns = ({ id }: { id: string }) => (
  <svg className={styles.defs} aria-hidden="true" focusable="false">
    <pattern
      id={`${id}residual_waste`}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0h5v5H0z" fill="#fff" />
      <path d="M0 0h3v5H0z" fill={streamColours.residual_waste.background} />
    </pattern>
    <pattern id={`${id}gft`} width="5" height="5" patternUnits="userSpaceOnUse">
      <path d="M0 0h5v5H0z" fill={streamColours.gft.background} />
      <circle cx="2.5" cy="2.5" r="1" className={styles.dot} />
    </pattern>
  </svg>
)

const PartName = ({ part, patterns }: { part: BillPart; patterns: string }) => (
  <span className="inline">
    <svg width="14" height="14" className={styles.swatch} aria-hidden="true" focusable="false">
      <rect data-part={part} width="14" height="14" fill={fillOf(part, patterns)} className={styles.segment} />
    </svg>
    {partNames[part]}
  </span>
)

type YearsDialogProps = { years: BillOfYear[]; open: boolean; onClose: () => void }

/** The numbers of the bars in a table. */
function YearsDialog({ years, open, onClose }: YearsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = parts.toReversed().filter((part) => years.some((of) => of.parts[part] > 0))
  const columns = [...shown.map((part) => partNames[part]), 'Samen', 'Vergelijkbaar'].map((name) => ({
    name,
    number: true,
  }))
  return (
    <Dialog ref={dialog} open={open} title="De jaren naast elkaar" size="large" closedby="any" onClose={onClose}>
      <Table
        caption="Bedragen per jaar"
        columns={['Jaar', ...columns]}
        data-totals
        rows={years.map((of) => (
          <tr key={of.year}>
            <th scope="row">{of.is_running ? `${of.year} tot nu` : of.year}</th>
            {shown.map((part) => (
              <td key={part} data-number data-label={partNames[part]}>
                {euroText(of.parts[part])}
              </td>
            ))}
            <td data-number data-label="Samen" className="bold">
              {euroText(of.amount_cents)}
            </td>
            <td data-number data-label="Vergelijkbaar">
              {of.similar ? euroText(of.similar.amount_cents) : 'onbekend'}
            </td>
          </tr>
        ))}
      />
      <p className="remark">
        Vergelijkbaar is het vaste deel met het midden van elke soort lediging. Het gaat om huishoudens van dezelfde
        grootte in deze gemeente. Bij minder dan 20 huishoudens, of een deel van een jaar, is het onbekend.
      </p>
      <Buttons>
        <Button variant="default" size="md" onClick={() => dialog.current?.close()}>
          Sluiten
        </Button>
      </Buttons>
    </Dialog>
  )
}
