import {
  listMissingData,
  listQuarantine,
  type QuarantineCause,
  type QuarantineFilter,
  type QuarantineLine,
  quarantineCauses,
  quarantineFilterNames,
  quarantineLineText,
  quarantineStateNames,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { countText, dayText, numberText } from '../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button, PillLinks } from '../../kit/buttons/Button.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Announcement, Empty, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { query, queryPages } from '../../session/queries.ts'
import styles from './Quarantine.module.css'
import { amountText, QuarantineDecision } from './QuarantineDecision.tsx'

const keyNotes: KeyNote[] = [
  { keys: ['J', 'K'], action: 'Naar de volgende of de vorige regel', single: true },
  { keys: ['Enter'], action: 'De regel openen, of de keuze bevestigen' },
  { keys: ['1', '2', '3'], action: 'Een kandidaat kiezen', single: true },
  { keys: ['A'], action: 'Een ander adres of een andere container kiezen', single: true },
  { keys: ['R'], action: 'Opnieuw proberen', single: true },
  { keys: ['X'], action: 'Buiten de rekening laten', single: true },
  { keys: ['Ctrl+Z'], action: 'De laatste beslissing ongedaan maken' },
]

const filters = Object.entries(quarantineFilterNames) as [QuarantineFilter, string][]
const columns = [
  'Wat niet past',
  { name: 'Ledigingen', number: true },
  { name: 'Bedrag', number: true },
  'Sinds',
  'Stand',
]

/** How often the list is read again while lifts are placed. */
const placing_ms = 1000

/** How long the answer of what deliveries lack is used again. Its query reads whole tables. */
const missing_ms = 300_000

/** The lifts that fit nowhere, one line for each cause and key, and what only a delivery solves. */
export function QuarantinePanel() {
  const { only, cause = '' } = useSearch({ strict: false }) as { only?: QuarantineFilter; cause?: QuarantineCause | '' }
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...queryPages(listQuarantine, { query: { ...(only && { only }), ...(cause && { cause }) } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ data: lines }) => lines.some(({ state, failure }) => state === 'placing' && !failure))
        ? placing_ms
        : false,
  })
  const meta = list.data?.pages[0]?.meta
  const lines = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [openId, setOpenId] = useState<number>()
  const frame = useRef<HTMLDivElement>(null)
  useKeyNotes('Uitzoeken', keyNotes)
  const openers = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  usePageKeys('bubble', (event) => {
    const step = { j: 1, k: -1 }[event.key.toLowerCase()]
    if (!step || !isFreeKey(event)) return
    const all = openers()
    const focused = document.activeElement?.closest('tr')
    const at = all.findIndex((it) => it.closest('tr') === focused)
    const from = at === -1 && openId ? lines.findIndex(({ id }) => id === openId) : at
    all[from === -1 ? 0 : from + step]?.focus()
  })
  /** Opens the line below a decided line. The list without the decided line follows. */
  const openNext = (id: number) => {
    const at = lines.findIndex((line) => line.id === id)
    const next = lines.slice(at + 1).find(({ state }) => state === 'waiting')
    setOpenId(next?.id)
    openers()
      .find((it) => it.dataset['line'] === String(next?.id))
      ?.focus()
  }
  const part = { part: 'queue' }
  const ofCause: Record<string, string> = cause ? { ...part, cause } : part
  const rows = meta?.counts.reduce((sum, count) => sum + count.rows, 0) ?? 0
  const counted = (id: QuarantineFilter, name: string) =>
    id === 'proposed' && meta?.proposed ? `${name} (${numberText(meta.proposed)})` : name
  return (
    <div ref={frame} className="column">
      <Panel label="Ledigingen die nergens passen">
        <div className="row">
          <PillLinks
            label="Welke regels"
            links={[
              { name: 'Wat wacht', search: ofCause, current: !only },
              ...filters.map(([id, name]) => ({
                name: counted(id, name),
                search: { ...ofCause, only: id },
                current: only === id,
              })),
            ]}
          />
          <SelectInput
            id="cause"
            label="Oorzaak"
            none="Alle oorzaken"
            value={cause}
            options={(meta?.counts ?? []).map((count) => ({
              id: count.cause,
              name: `${quarantineCauses[count.cause]} (${numberText(count.rows)})`,
            }))}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '.',
                search: { ...part, ...(only && { only }), ...(value && { cause: value }) },
                resetScroll: false,
              })
            }
          />
        </div>
        <Announcement>{meta && countText(rows, 'lediging wacht', 'ledigingen wachten')}</Announcement>
        <Result of={list} waiting={<Skeleton lines={8} />}>
          {() =>
            lines.length === 0 ? (
              <Empty drawing="nothing-yet">
                <p>{only === undefined ? 'Alle ledigingen passen.' : 'Hier staat nu niets.'}</p>
              </Empty>
            ) : (
              <Table
                caption="Ledigingen die nergens passen"
                columns={columns}
                className={styles.lines ?? ''}
                data-long
                rows={lines.map((line) => (
                  <LineRows
                    key={line.id}
                    of={line}
                    isOpen={line.id === openId}
                    onToggle={() => setOpenId(line.id === openId ? undefined : line.id)}
                    onDone={() => openNext(line.id)}
                  />
                ))}
              />
            )
          }
        </Result>
        <MoreButton of={list} />
      </Panel>
      {/* Its query reads whole tables. It must not delay the list. */}
      {list.data && <MissingDataPanel />}
    </div>
  )
}

type QuarantineRowsProps = { of: QuarantineLine; isOpen: boolean; onToggle: () => void; onDone: () => void }

function LineRows({ of: line, isOpen, onToggle, onDone }: QuarantineRowsProps) {
  const { id, rows, oldest_on, state, failure, decided_by } = line
  return (
    <>
      <tr>
        <th scope="row">
          <Button variant="default" size="xs" aria-expanded={isOpen} data-line={id} onClick={onToggle}>
            {quarantineLineText(line)}
          </Button>
          <span className="paper-only">{quarantineLineText(line)}</span>
        </th>
        <td data-number data-label="Ledigingen">
          {numberText(rows)}
        </td>
        <td data-number data-label="Bedrag">
          {amountText(line)}
        </td>
        <td data-label="Sinds" data-none={oldest_on === null || undefined}>
          {oldest_on && dayText(oldest_on)}
        </td>
        <td data-label="Stand">
          {failure === null ? quarantineStateNames[state] : 'Plaatsen lukt niet'}
          {decided_by && <span className="dimmed small"> {decided_by}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns.length}>
            <QuarantineDecision of={line} onDone={onDone} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What only a delivery solves, counted as 'Inrichting' counts it. Not drawn while nothing is missing. */
function MissingDataPanel() {
  // Only an import changes this, so it is not read again with each decision.
  const missing = useQuery({ ...query(listMissingData, {}), staleTime: missing_ms })
  if (!missing.error && !missing.data?.length) return null
  return (
    <Panel title="Wat in de leveringen ontbreekt">
      <Result of={missing}>
        {(found) => (
          <Table
            caption="Wat in de leveringen ontbreekt"
            columns={['Wat', { name: 'Aantal', number: true }, 'Wat u levert']}
            rows={found.map(({ what, count, deliver }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td data-number data-label="Aantal">
                  {numberText(count)}
                </td>
                <td data-label="Wat u levert">{deliver}</td>
              </tr>
            ))}
          />
        )}
      </Result>
    </Panel>
  )
}
