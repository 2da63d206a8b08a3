import { isBsgwEmployee, listTasks, maxListedTasks, type Reply, type Task } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { useTaskCounts } from '../../domain/tasks/task-counts.ts'
import { numberText } from '../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useDraftPlaces } from '../../session/draft-list.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { TaskActions } from './TaskActions.tsx'
import styles from './TaskList.module.css'
import { dueText, groupOf, type ListedTask, taskText } from './task-text.ts'

const MissedStreets = lazy(async () => ({ default: (await import('./MissedStreets.tsx')).MissedStreets }))

const tasksQuery = query(listTasks, {}, { purpose: 'aanslag_bezwaar' })

const groups = ['Vandaag', 'Deze week', 'Later'] as const

/** The name of each filter, with the kinds of tasks that it shows. */
const filters: [name: string, kinds: ListedTask['kind'][]][] = [
  ['Bezwaren', ['objection']],
  ['Overgedragen', ['handover']],
  ['Niet geleegd', ['missed_reports']],
  ['Uitkomsten', ['outcome']],
  ['Storingen', ['malfunction']],
  ['Beheer', ['invitation', 'month']],
  ['Concepten', ['draft']],
]

const keyNotes: KeyNote[] = [
  { keys: ['↓'], action: "Vanuit een leeg zoekveld naar 'Voor mij'" },
  { keys: ['J', 'K'], action: 'Naar de volgende of de vorige taak', single: true },
  { keys: ['Enter'], action: 'De taak openen, of de lijst van wat niet geleegd is' },
  { keys: ['A'], action: 'Het bezwaar toekennen, met een reden', single: true },
  { keys: ['R'], action: 'Het bezwaar afwijzen, met een reden', single: true },
]

const keyOf = (task: ListedTask) => `${task.kind} ${task.kind === 'outcome' ? task.of : ''} ${task.id}`

/** What waits for this employee, by day: the first panel of the dashboard. Without tasks it is one line. */
export function TaskList() {
  const tasks = useQuery(tasksQuery)
  const drafts = useDraftPlaces()
  const { total } = useTaskCounts()
  const isEmpty = tasks.data?.data.length === 0 && drafts.length === 0
  const aside = isEmpty ? (
    <span className="dimmed">Niets. Er wacht geen taak op u.</span>
  ) : (
    total > 0 && <strong className={styles.count}>{numberText(total)}</strong>
  )
  return (
    <Panel title="Voor mij" aside={aside}>
      <Result of={tasks}>
        {({ data, meta }) => {
          const unsaved = drafts.map(
            (place): ListedTask => ({ kind: 'draft', id: place.key, due_on: meta.today, ...place }),
          )
          const all = [...unsaved, ...data].sort((one, other) => one.due_on.localeCompare(other.due_on))
          return all.length > 0 && <Rows of={all} meta={meta} />
        }}
      </Result>
    </Panel>
  )
}

type TasksMeta = Reply<typeof listTasks>['meta']

function Rows({ of: all, meta: { today, counts } }: { of: ListedTask[]; meta: TasksMeta }) {
  const list = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<string>()
  const [current, setCurrent] = useState<string>()
  useKeyNotes('Voor mij', keyNotes)
  const kinds = filters.find(([name]) => name === filter)?.[1]
  const shown = kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all
  const selected = shown.find((task) => keyOf(task) === current) ?? shown[0]
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]

  usePageKeys('capture', (event) => {
    const { key, target } = event
    // In an open list of suggestions, the key moves through the list.
    const isEmptyField =
      target instanceof HTMLInputElement &&
      target.type === 'text' &&
      target.value === '' &&
      target.ariaExpanded !== 'true'
    if (key !== 'ArrowDown' || !(isEmptyField || target === document.body || (target as Element).matches('h1'))) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    event.stopPropagation()
    rows()
      .find((row) => row.tabIndex === 0)
      ?.focus()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as Element).closest('li')?.querySelector<HTMLElement>('[data-task]')
    if (!row || (event.target as Element).closest('dialog')) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (event.key.length === 1 && !isFreeKey(event.nativeEvent)) return
    const at = rows().indexOf(row)
    const next = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows().length - 1 }[key]
    const button = row.parentElement?.querySelector<HTMLButtonElement>(`[data-task-key="${key}"]`)
    if (next === undefined && !button) return
    event.preventDefault()
    if (next === undefined) button?.click()
    else rows()[next]?.focus()
  }

  const { missed_reports: _, ...listed } = counts
  const cut = Object.values(listed).some((count) => count > maxListedTasks)
  return (
    <>
      {filters.filter(([, of]) => all.some(({ kind }) => of.includes(kind))).length > 1 && (
        <div className={`row ${styles.filters}`}>
          <FilterButton name="Alles" isOn={kinds === undefined} onChoose={() => setFilter(undefined)} />
          {filters.map(([name, of]) => {
            const count = all.filter(({ kind }) => of.includes(kind)).length
            if (count === 0) return null
            return (
              <FilterButton
                key={name}
                name={name}
                count={count}
                isOn={filter === name}
                onChoose={() => setFilter(name)}
              />
            )
          })}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it have the focus; their keys bubble. */}
      <div ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {groups.map((group) => {
          const ofGroup = shown.filter((task) => groupOf(task, today) === group)
          if (ofGroup.length === 0) return null
          return (
            <section key={group} aria-label={group}>
              <h3>
                {group} <span>{ofGroup.length}</span>
              </h3>
              <ul>
                {ofGroup.map((task) => (
                  <TaskRow
                    key={keyOf(task)}
                    of={task}
                    today={today}
                    isCurrent={task === selected}
                    onFocus={() => setCurrent(keyOf(task))}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      {cut && <p className="remark">Van elke soort staan hier de eerste {maxListedTasks} taken.</p>}
    </>
  )
}

type FilterButtonProps = { name: string; count?: number; isOn: boolean; onChoose: () => void }

function FilterButton({ name, count, isOn, onChoose }: FilterButtonProps) {
  return (
    <button type="button" className={styles.filter} aria-pressed={isOn} onClick={onChoose}>
      {name}
      {count !== undefined && (
        <>
          {' '}
          <span>{count}</span>
        </>
      )}
    </button>
  )
}

type TaskRowProps = { of: ListedTask; today: string; isCurrent: boolean; onFocus: () => void }

/** One line: the kind, the place, what to do, and the day. The actions appear on hover, focus and touch. */
function TaskRow({ of: task, today, isCurrent, onFocus }: TaskRowProps) {
  const user = useSession()?.user
  const isProvider = user !== undefined && isBsgwEmployee(user)
  const { icon, place, text, link } = taskText(task, isProvider)
  const choosePurpose = useChoosePurpose('address' in task ? task.address.alias : '')
  const [isOpen, setOpen] = useState(false)
  const due = dueText(task, today)
  const row = { className: styles.task, 'data-task': true, tabIndex: isCurrent ? 0 : -1, onFocus }
  const words = (
    <>
      <Icon name={icon} size={20} />
      <b className="bold">{place}</b>
      <span className={styles.text} title={text}>
        {text}
      </span>
      <span className={styles.due} data-urgency={due.urgency}>
        {due.text}
      </span>
    </>
  )
  // An administrator reads how many reports wait. The streets name addresses of residents.
  if (task.kind === 'missed_reports' && isProvider)
    return (
      <>
        <li className={styles.row}>
          <button type="button" {...row} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words}
          </button>
        </li>
        {isOpen && (
          <li className={styles.streets}>
            <Suspense fallback={<Skeleton lines={2} />}>
              <MissedStreets today={today} />
            </Suspense>
          </li>
        )}
      </>
    )
  return (
    <li className={styles.row}>
      {/* The case may concern a former occupant. Only this purpose shows former occupants. */}
      <Link {...link} {...row} onClick={() => 'address' in task && choosePurpose('aanslag_bezwaar')}>
        {words}
      </Link>
      {task.kind !== 'draft' && hasActions(task) && (
        <div className={styles.actions}>
          <TaskActions of={task} />
        </div>
      )}
    </li>
  )
}

const hasActions = ({ kind }: Task) => kind === 'objection' || kind === 'handover' || kind === 'outcome'
