import {
  CalendarCategory,
  listPlannedCollections,
  type Municipality,
  type PlannedCollection,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { addDays, today } from '../../kit/browser/days.ts'
import { countText, longDayText, periodText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { type Breakpoint, useBreakpoint } from '../../kit/theme/breakpoint.ts'
import { Icon } from '../../kit/theme/Icon.tsx'
import { query } from '../../session/queries.ts'
import { ChangeDays } from './ChangeDays.tsx'
import { type SavedDays, UndoBar } from './ChangeHistory.tsx'
import styles from './Planner.module.css'
import { PlannerGrid } from './PlannerGrid.tsx'
import { PlannerList } from './PlannerList.tsx'
import { cellsOf, collectionKeyOf, type MunicipalPlan, mondayOf, weeksFrom } from './planner-weeks.ts'

/** The number of weeks that fit beside each other. Small screens show a list of weeks. */
const weeksOn: Record<Breakpoint, number> = { xs: 4, sm: 4, md: 3, lg: 4, xl: 4 }

const keyNotes: KeyNote[] = [
  { keys: ['↑', '↓', '←', '→'], action: 'Naar een andere ophaaldag' },
  { keys: ['Enter'], action: 'Ophaaldag openen' },
  { keys: ['Spatie'], action: 'Ophaaldag selecteren' },
  { keys: ['Esc'], action: 'Ophaaldag sluiten' },
]

const isDay = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text))

/** The collections of a municipality by area and week. The form of a collection opens below it. */
export function Planner({ municipality }: { municipality: Municipality }) {
  useKeyNotes('Ophaaldagen', keyNotes)
  const { from } = useSearch({ strict: false }) as { from?: string }
  const navigate = useNavigate()
  const width = useBreakpoint()
  const weeks = weeksFrom(mondayOf(isDay(from) ? from : today()), weeksOn[width])
  const period = { from: weeks[0] ?? '', to: addDays(weeks.at(-1) ?? '', 6) }
  const plan = useQuery({
    ...query(listPlannedCollections, { params: { municipality_id: `${municipality.id}` }, query: period }),
    placeholderData: (previous) => previous,
  })
  const [stream, chooseStream] = useState('')
  const show = (weeksLater: number) =>
    navigate({
      to: '.',
      search: (weeksLater === 0 ? {} : { from: addDays(period.from, 7 * weeksLater) }) as Record<string, string>,
    })
  return (
    <Panel
      title={periodText(period)}
      aside={
        <>
          <Button variant="default" icon={<Icon name="chevron-left" size={18} />} onClick={() => show(-weeks.length)}>
            Eerder
          </Button>
          <Button variant="default" onClick={() => show(0)}>
            Deze week
          </Button>
          <Button variant="default" onClick={() => show(weeks.length)}>
            <span>Later</span>
            <Icon name="chevron-right" size={18} />
          </Button>
        </>
      }
    >
      <Result
        of={plan}
        isEmpty={({ areas }) => areas.length === 0}
        empty={<p>Deze gemeente heeft nog geen ophaalgebieden. Maak die eerst.</p>}
      >
        {(found) => (
          <PlannedDays
            key={municipality.id}
            municipality={municipality}
            plan={found}
            weeks={weeks}
            isList={width === 'xs' || width === 'sm'}
            stream={stream}
            onStream={chooseStream}
          />
        )}
      </Result>
    </Panel>
  )
}

type PlannedDaysProps = {
  municipality: Municipality
  plan: MunicipalPlan
  weeks: string[]
  isList: boolean
  stream: string
  onStream: (stream: string) => void
}

/** The collections that an employee opened, and the element beside which they are shown. */
type Opened = { keys: string[]; anchor: HTMLElement; key: string }

function PlannedDays({ municipality, plan, weeks, isList, stream, onStream }: PlannedDaysProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const [opened, open] = useState<Opened>()
  const [saved, setSaved] = useState<SavedDays>()
  const shown = stream ? plan.collections.filter(({ category }) => category === stream) : plan.collections
  const chosen = shown.filter((it) => selected.has(collectionKeyOf(it)))
  const changing = plan.collections.filter((it) => opened?.keys.includes(collectionKeyOf(it)))
  const addressesOf = (collections: PlannedCollection[]) => {
    const ids = new Set(collections.map(({ area_id }) => area_id))
    return plan.areas.reduce((sum, { id, addresses }) => sum + (ids.has(id) ? addresses : 0), 0)
  }

  const toggle = (keys: string[]) => {
    const isRemoved = keys.every((key) => selected.has(key))
    const rest = [...selected].filter((key) => !keys.includes(key))
    select(new Set(isRemoved ? rest : [...rest, ...keys]))
  }
  const openDays = (key: string, anchor: HTMLElement) => {
    setSaved(undefined)
    // Opening a selected collection opens all selected collections.
    open({ keys: selected.has(key) ? chosen.map(collectionKeyOf) : [key], anchor, key })
  }
  const onCell = (event: MouseEvent<HTMLElement>, key: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) toggle([key])
    else openDays(key, event.currentTarget)
  }
  const cellOf = (key: string | undefined) => frame.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  /** Closes the form, and focuses the collection. */
  const close = () => {
    open(undefined)
    const cell = cellOf(opened?.key)
    const otherwise = frame.current?.querySelector<HTMLElement>('[data-cell]')
    ;(cell ?? (opened?.anchor.isConnected ? opened.anchor : otherwise))?.focus()
  }
  // A moved collection is another element in the reloaded plan, and the focus follows it.
  const movedKey = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each reloaded plan.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) cellOf(movedKey.current)?.focus()
    if (!opened) movedKey.current = undefined
  }, [plan])
  const onSaved = (result: SavedDays) => {
    movedKey.current = opened?.key
    setSaved(result)
    select(new Set())
    close()
  }

  const days = [...new Set(shown.map(({ start }) => start))].sort()
  const onDay = (day: string) => shown.filter(({ start }) => start === day).map(collectionKeyOf)
  const view = { plan, weeks, cells: cellsOf(shown), selected, onCell, onToggle: toggle }
  return (
    <div ref={frame} className={`column gap-4 ${styles.planner}`}>
      <div className={`screen-only ${styles.tools}`}>
        <SelectInput
          label="Afvalstroom"
          value={stream}
          onChange={(event) => onStream(event.currentTarget.value)}
          none="Alle afvalstromen"
          options={CalendarCategory.options.map((id) => ({ id, name: wasteStreamNames[id] }))}
        />
        <SelectInput
          label="Alle ophaaldagen selecteren van"
          value=""
          onChange={(event) => toggle(onDay(event.currentTarget.value))}
          none="Kies een dag"
          options={days.map((id) => ({
            id,
            name: `${longDayText(id)} (${countText(onDay(id).length, 'ophaaldag', 'ophaaldagen')})`,
          }))}
        />
        <div role="status" className={`row ${styles.selection}`}>
          {chosen.length > 0 ? (
            <>
              <strong>{countText(chosen.length, 'ophaaldag geselecteerd', 'ophaaldagen geselecteerd')}</strong>
              <Button
                onClick={(event) => openDays(collectionKeyOf(chosen[0] as PlannedCollection), event.currentTarget)}
              >
                Selectie wijzigen
              </Button>
              <Button variant="default" onClick={() => select(new Set())}>
                Selectie wissen
              </Button>
            </>
          ) : (
            saved && <UndoBar municipality={municipality} saved={saved} onUndone={() => setSaved(undefined)} />
          )}
        </div>
      </div>
      {isList ? <PlannerList {...view} /> : <PlannerGrid {...view} />}
      <p className="remark">
        <Icon name="arrow-right" size={14} /> is een verplaatste dag. Een doorgestreepte dag vervalt. Snoeiafval wordt
        alleen op afspraak opgehaald: de dag is van de route.
      </p>
      {opened && changing.length > 0 && (
        <Beside anchor={opened.anchor} frame={frame.current}>
          <ChangeDays
            key={opened.keys.join()}
            municipality={municipality}
            collections={changing}
            areas={plan.areas.filter(({ id }) => changing.some(({ area_id }) => area_id === id))}
            addresses={addressesOf(changing)}
            unpublished={plan.unpublished}
            onClose={close}
            onSaved={onSaved}
          />
        </Beside>
      )}
    </div>
  )
}

const formWidth = 416

/** Shows its content over the planner, below an element of the planner. */
function Beside({ anchor, frame, children }: { anchor: HTMLElement; frame: HTMLElement | null; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ top: number; left: number }>()
  useLayoutEffect(() => {
    if (!frame) return
    const measure = () => {
      const [own, around] = [anchor.getBoundingClientRect(), frame.getBoundingClientRect()]
      const left = Math.max(0, Math.min(own.left - around.left, around.width - formWidth))
      setPlace({ top: Math.max(0, own.bottom - around.top) + 6, left })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [anchor, frame])
  const isPlaced = place !== undefined
  useLayoutEffect(() => {
    // jsdom has no scrolling.
    if (isPlaced) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isPlaced])
  return (
    <div
      ref={box}
      className={`screen-only ${styles.beside}`}
      style={{ '--top': `${place?.top ?? 0}px`, '--left': `${place?.left ?? 0}px` }}
    >
      {children}
    </div>
  )
}
