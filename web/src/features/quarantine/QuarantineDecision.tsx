import {
  ApiError,
  approveQuarantineLine,
  countTasks,
  decideQuarantineLine,
  euroText,
  type LeftOutReason,
  leftOutNames,
  listQuarantine,
  listUndoable,
  mayApproveLine,
  mayUndoLine,
  parseInput,
  type QuarantineChoice,
  type QuarantineLine,
  type QuarantineMatch,
  type QuarantineRow,
  retryQuarantineLine,
  showQuarantineLine,
  undoQuarantineLine,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AddressField } from '../../domain/places/AddressField.tsx'
import { momentText, numberText } from '../../kit/browser/format.ts'
import { isFreeKey, usePageKeys } from '../../kit/browser/keys.ts'
import { ActionButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Field, Fields, Form, LinesField, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { detailsQuery, invalidate } from '../../session/queries.ts'
import styles from './Quarantine.module.css'

/** How the rows of a line are decided: by a match, by another place, or left out. */
type Way = 'match' | 'other' | 'leave'

/** The delivered amounts of a line. Its lifts without an amount are counted apart: they get the tariff of their day. */
export const amountText = ({ cents, unpriced }: QuarantineLine) =>
  unpriced === 0 ? euroText(cents) : `${euroText(cents)}, ${numberText(unpriced)} zonder bedrag`

type DecisionProps = { of: QuarantineLine; onDone: () => void }

/** The rows of a line, its likely matches, and the decision about all its rows. */
export function QuarantineDecision({ of: line, onDone }: DecisionProps) {
  const params = { line_id: String(line.id) }
  const details = useQuery({ ...detailsQuery(showQuarantineLine, { params }), staleTime: 0 })
  return (
    <Result of={details} waiting={<Skeleton lines={4} />}>
      {({ rows, matches }) => (
        <div className="column">
          {line.state === 'waiting' ? (
            <Decide line={line} matches={matches} onDone={onDone} />
          ) : (
            <Decided line={line} onDone={onDone} />
          )}
          <RowTable rows={rows} of={line} />
        </div>
      )}
    </Result>
  )
}

const placedText = 'De ledigingen worden geplaatst'
const leftOutText = 'De ledigingen blijven buiten de rekening'
const proposedText = 'Dit wacht op een collega, want het bedrag is groot of niet bekend'

type LineCall = { run: () => Promise<QuarantineLine>; done: string }

/**
 * Returns a mutation that makes a call about a line, and reads the list again. When a colleague was first, a message
 * says so, because the reload closes the line.
 */
function useLineCall(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ run }: LineCall) => run(),
    onSuccess: ({ state }, { done }) => {
      showMessage(state === 'proposed' ? proposedText : done)
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) showMessage(error.message, 'info')
    },
    onSettled: () => invalidate(client, listQuarantine, showQuarantineLine, listUndoable, countTasks),
  })
}

function Decide({ line, matches, onDone }: { line: QuarantineLine; matches: QuarantineMatch[]; onDone: () => void }) {
  const [way, setWay] = useState<Way>(matches.length > 0 ? 'match' : 'other')
  const [chosen, setChosen] = useState<number>()
  const [address, setAddress] = useState<{ alias: string; line: string }>()
  const frame = useRef<HTMLDivElement>(null)
  const { id, cause, rows, cents } = line
  const params = { line_id: String(id) }
  const decided = useLineCall(onDone)
  const send = (body: { choice?: QuarantineChoice; left_out?: LeftOutReason; note?: string }, text: string) =>
    decided.mutate({ run: () => call(decideQuarantineLine, { params, body: { rows, cents, ...body } }), done: text })
  const retry = () => decided.mutate({ run: () => call(retryQuarantineLine, { params }), done: placedText })
  /** Shows the fields of a way, and moves the focus to the first. */
  const show = (next: Way) => {
    setWay(next)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('input, select')?.focus())
  }
  usePageKeys('bubble', (event) => {
    if (!isFreeKey(event)) return
    const key = event.key.toLowerCase()
    const at = Number(key) - 1
    if (matches[at]) {
      setChosen(at)
      setWay('match')
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`input[value='${at}']`)?.focus())
    } else if (key === 'a') show('other')
    else if (key === 'x') show('leave')
    else if (key === 'r') {
      // A key that is held down, or pressed twice, retries one line once.
      if (!event.repeat && !decided.isPending) retry()
    } else return
    event.preventDefault()
  })
  return (
    <div ref={frame} className="column">
      <div className="row">
        {matches.length > 0 && way !== 'match' && (
          <ActionButton variant="default" size="xs" onClick={() => show('match')}>
            Kandidaten
          </ActionButton>
        )}
        <ActionButton variant="default" size="xs" aria-keyshortcuts="A" onClick={() => show('other')}>
          Ander adres of andere container
        </ActionButton>
        <ActionButton variant="default" size="xs" aria-keyshortcuts="R" busy={decided.isPending} onClick={retry}>
          Opnieuw proberen
        </ActionButton>
        <ActionButton variant="default" size="xs" aria-keyshortcuts="X" onClick={() => show('leave')}>
          Blijft buiten de rekening
        </ActionButton>
      </div>
      {way === 'match' && (
        <Form
          label="Kandidaten"
          filled={chosen === undefined ? {} : { match: String(chosen) }}
          error={decided.error}
          check={({ match = '' }) =>
            matches[Number(match)] && match !== '' ? undefined : { match: ['Kies een kandidaat'] }
          }
          onSubmit={({ match = '' }) => {
            const { choice } = matches[Number(match)] ?? {}
            if (choice) send({ choice }, placedText)
          }}
        >
          <RadioField
            name="match"
            legend="Kandidaten"
            options={matches.map(({ title, ground }, at) => ({ id: at, name: `${at + 1}. ${title}: ${ground}` }))}
          />
          <SubmitButton busy={decided.isPending}>Plaatsen</SubmitButton>
        </Form>
      )}
      {way === 'other' && (
        <div className="column">
          {address === undefined ? (
            <AddressField
              label="Ander adres"
              onChoose={(alias, line) => {
                setAddress({ alias, line })
                show('other')
              }}
            />
          ) : (
            <p className="row">
              <span>Gekozen adres: {address.line}</span>
              <ActionButton variant="default" size="xs" onClick={() => setAddress(undefined)}>
                Ander adres kiezen
              </ActionButton>
            </p>
          )}
          <Form
            label="Andere container"
            error={decided.error}
            onSubmit={({ 'choice.container_number': number = '', 'choice.waste_type': stream = '' }) =>
              send(
                {
                  choice: {
                    ...(stream !== '' && { waste_type: stream as WasteStream }),
                    ...(number.trim() !== '' && { container_number: number }),
                    ...(address !== undefined && { alias: address.alias }),
                  },
                },
                placedText,
              )
            }
          >
            <Fields button={<SubmitButton busy={decided.isPending}>Plaatsen</SubmitButton>}>
              <Field name="choice.container_number" label="Containernummer" data-code />
              {cause === 'fraction_unknown' && (
                <ChoiceField
                  name="choice.waste_type"
                  label="Afvalstroom"
                  none="Kies een afvalstroom"
                  options={WasteStream.options.map((name) => ({ id: name, name: wasteStreamNames[name] }))}
                />
              )}
            </Fields>
          </Form>
        </div>
      )}
      {way === 'leave' && (
        <Form
          label="Blijft buiten de rekening"
          error={decided.error}
          check={({ left_out = '', note = '' }: Values) =>
            parseInput(decideQuarantineLine.body, { left_out, note, rows, cents }).errors
          }
          onSubmit={({ left_out = '', note = '' }) => send({ left_out: left_out as LeftOutReason, note }, leftOutText)}
        >
          <Fields button={<SubmitButton busy={decided.isPending}>Buiten de rekening laten</SubmitButton>}>
            <ChoiceField
              name="left_out"
              label="Reden"
              none="Kies een reden"
              options={Object.entries(leftOutNames).map(([key, name]) => ({ id: key, name }))}
            />
            <LinesField name="note" label="Notitie" maxLength={200} />
          </Fields>
        </Form>
      )}
    </div>
  )
}

/** What was decided, and the approval or the undo of it. */
function Decided({ line, onDone }: { line: QuarantineLine; onDone: () => void }) {
  const { id, rows, cents, left_out, note, failure, decided_by, state } = line
  const params = { line_id: String(id) }
  const acted = useLineCall(onDone)
  const approve = () =>
    acted.mutate({
      run: () => call(approveQuarantineLine, { params, body: { rows, cents } }),
      done: left_out === null ? placedText : leftOutText,
    })
  const undo = () =>
    acted.mutate({ run: () => call(undoQuarantineLine, { params }), done: 'De ledigingen wachten weer' })
  return (
    <div className="column">
      <p>
        {left_out === null
          ? `${decided_by} plaatst deze ledigingen op aanslagen: ${amountText(line)}.`
          : `${decided_by} laat deze ledigingen buiten de rekening: ${amountText(line)}. ${leftOutNames[left_out]}. ${note}`}
      </p>
      {failure !== null && (
        <p className="error">
          Het plaatsen lukt niet. Meld de beheerder code {failure}. Het loket probeert het elke minuut opnieuw.
        </p>
      )}
      <div className="row">
        {state === 'proposed' && (
          <ActionButton size="xs" refusal={mayApproveLine(line)} busy={acted.isPending} onClick={approve}>
            Goedkeuren: {amountText(line)}
          </ActionButton>
        )}
        <ActionButton variant="default" size="xs" refusal={mayUndoLine(line)} busy={acted.isPending} onClick={undo}>
          {state === 'proposed' ? 'Afwijzen' : 'Ongedaan maken'}
        </ActionButton>
      </div>
      {acted.error && <ActionError error={acted.error} />}
    </div>
  )
}

/** The oldest rows of a line, as the supplier delivered them. */
function RowTable({ rows, of }: { rows: QuarantineRow[]; of: QuarantineLine }) {
  const caption =
    rows.length < of.rows ? `De oudste ${rows.length} van ${of.rows} ledigingen` : 'Ledigingen, zoals ze geleverd zijn'
  return (
    <Table
      caption={caption}
      className={styles.rows ?? ''}
      showsCaption
      columns={[
        'Moment',
        'Fractie',
        'Container en chip',
        'Objectcode en adres',
        { name: 'Bedrag', number: true },
        'Bron',
      ]}
      data-long
      rows={rows.map((row) => (
        <tr key={row.supplier_key}>
          <th scope="row">{momentText(row.cleared_at)}</th>
          <td data-label="Fractie">{row.fraction}</td>
          <td data-label="Container en chip" data-none={row.container === '' || undefined}>
            {row.container}
          </td>
          <td data-label="Objectcode en adres">{[row.object_code, row.address].filter(Boolean).join(' · ')}</td>
          <td data-number data-label="Bedrag" data-none={row.amount_cents === null || undefined}>
            {row.amount_cents !== null && euroText(row.amount_cents)}
          </td>
          <td data-label="Bron">{row.source}</td>
        </tr>
      ))}
    />
  )
}
