import { type Correction, correctionStateNames, countTasks, euroText, listCorrections } from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { countText, dayText } from '../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Empty, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { invalidate, query } from '../../session/queries.ts'
import { CorrectionPanel } from './CorrectionPanel.tsx'
import { NewCorrection } from './NewCorrection.tsx'

const keyNotes: KeyNote[] = [{ keys: ['N'], action: 'Ledigingen kiezen voor een correctie', single: true }]
const columns = ['Reden', 'Stand', 'Voorgesteld', 'Ledigingen', { name: 'Terug', number: true }]

const noChoices = { files: [], areas: [] }

/** Corrections of many lifts at once: a new one, the chosen one, and the list. */
export function CorrectionsPanel() {
  const { correction } = useSearch({ strict: false }) as { correction?: string }
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isNew, setNew] = useState(false)
  const list = useQuery({
    ...query(listCorrections, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some((it) => it.state === 'preparing') ? 2000 : false),
  })
  useKeyNotes('Correcties', keyNotes)
  usePageKeys('bubble', (event) => {
    if (event.key.toLowerCase() !== 'n' || !isFreeKey(event)) return
    event.preventDefault()
    setNew(true)
  })
  const open = ({ id }: Correction) => {
    setNew(false)
    void invalidate(client, listCorrections, countTasks)
    void navigate({ to: '.', search: { part: 'corrections', correction: `${id}` } })
  }
  return (
    <div className="stack">
      {isNew && (
        <NewCorrection choices={list.data?.meta ?? noChoices} onProposed={open} onClose={() => setNew(false)} />
      )}
      {!isNew && correction && <CorrectionPanel key={correction} id={Number(correction)} />}
      <Panel label="Correcties">
        {!isNew && (
          <div>
            <Button size="md" aria-keyshortcuts="n" onClick={() => setNew(true)}>
              Ledigingen kiezen
            </Button>
          </div>
        )}
        <Result of={list} waiting={<Skeleton lines={4} />}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty drawing="nothing-yet">
                <p>Er is nog geen correctie.</p>
              </Empty>
            ) : (
              <Table
                caption="Correcties, de nieuwste eerst"
                columns={columns}
                data-long
                rows={data.map((it) => <Row key={it.id} of={it} />)}
              />
            )
          }
        </Result>
      </Panel>
    </div>
  )
}

function Row({ of: { id, reason, state, proposed, lifts, cents, credit_cents, undo } }: { of: Correction }) {
  return (
    <tr>
      <th scope="row">
        <Link to="." search={{ part: 'corrections', correction: `${id}` }}>
          {reason}
        </Link>
      </th>
      <td data-label="Stand">
        {correctionStateNames[state]}
        {state === 'applied' && undo && ', een collega wil dit ongedaan maken'}
      </td>
      <td data-label="Voorgesteld">
        {proposed.by}, {dayText(proposed.at)}
      </td>
      <td data-label="Ledigingen">{countText(lifts, 'lediging', 'ledigingen')}</td>
      <td data-label="Terug" data-number>
        {euroText(credit_cents ?? cents)}
      </td>
    </tr>
  )
}
