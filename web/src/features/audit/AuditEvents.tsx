import {
  type AuditEntry,
  exportAuditEvents,
  isBsgwEmployee,
  listEmployees,
  parseInput,
  type Reply,
  type RequestInput,
  searchAuditEvents,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { addDays, today } from '../../kit/browser/days.ts'
import { momentText, periodText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { ChoiceField, Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, Empty, Failure, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type LoadedPages, type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { query, queryPages } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { ActionField, actionIn, actionName, actionText } from './ActionField.tsx'
import { changeTexts, foldedChangeText, groupContacts, sentenceParts } from './log-sentences.ts'

type AuditFilter = RequestInput<typeof exportAuditEvents>['body']

const textOrNull = (text: string | undefined) => (text?.trim() ? text : null)
const filterIn = ({ log, from, to, employee_id, action, environmental_pass_number }: Values): AuditFilter => ({
  log: (log || 'audit') as AuditFilter['log'],
  from: from ?? '',
  to: to ?? '',
  employee_id: employee_id ? Number(employee_id) : null,
  // A text that names no action is not valid, so the contract rejects it.
  action: actionIn(action) === undefined ? (action as AuditFilter['action']) : actionIn(action),
  environmental_pass_number: textOrNull(environmental_pass_number),
})

const valuesOf = ({ log, from, to, employee_id, action, environmental_pass_number }: AuditFilter): Values => ({
  log: log === 'security' ? log : '',
  from,
  to,
  employee_id: employee_id ? String(employee_id) : '',
  action: actionText(action),
  environmental_pass_number: environmental_pass_number ?? '',
})
const eventsFor = (filter: AuditFilter) => queryPages(searchAuditEvents, { body: filter })

/** The object of an entry. An address is a link for an employee who may open its page. */
function EntryObject({ of: event, children }: { of: AuditEntry; children: string }) {
  const user = useSession()?.user
  if (event.object_kind !== 'address' || !event.object_key || !event.object_name || !user || !isBsgwEmployee(user))
    return children
  return (
    <Link to="/address/$alias" params={{ alias: event.object_key }}>
      {children}
    </Link>
  )
}

/** The changed values of an entry. Several changed collection days or tariffs are folded below one line. */
function Changes({ of: event }: { of: AuditEntry }) {
  const lines = changeTexts(event).map((text) => (
    <span key={text} className="below remark">
      {text}
    </span>
  ))
  const summary = foldedChangeText(event)
  if (!summary) return lines
  return (
    <details>
      <summary className="remark">{summary}</summary>
      {lines}
    </details>
  )
}

/** Shows one contact as a sentence, and below it the values that the employee changed. */
function ContactRow({ group, passEnding }: { group: [AuditEntry, ...AuditEntry[]]; passEnding: string | undefined }) {
  const [event] = group
  const { before, object, after } = sentenceParts(group, passEnding)
  return (
    <tr>
      <th scope="row">{momentText(event.happened_at)}</th>
      <td data-line>
        {before} {object && <EntryObject of={event}>{object}</EntryObject>}
        {after}
        <Changes of={event} />
      </td>
    </tr>
  )
}

type ContactGroup = ReturnType<typeof groupContacts>[number]

const eventColumns = (passEnding: string | undefined): RowColumn<ContactGroup>[] => [
  { name: 'Moment', by: ([event]) => Date.parse(event.happened_at) },
  { name: 'Wat er gebeurde', by: (group) => Object.values(sentenceParts(group, passEnding)).join('') },
]

type EventTableProps = { events: AuditEntry[]; passEnding: string | undefined; pages: LoadedPages }

function EventTable({ events, passEnding, pages }: EventTableProps) {
  const { sorted, columns, note } = useSortedRows(groupContacts(events), eventColumns(passEnding), { pages })
  return (
    <Table
      caption="Wie deed wat"
      note={note}
      columns={columns}
      data-long
      rows={sorted.map((group) => <ContactRow key={group[0].position} group={group} passEnding={passEnding} />)}
    />
  )
}

const endingOf = (number: string | null | undefined) => number?.replace(/[\s-]/g, '').slice(-4)

/** The chosen filters, each with a button that removes it. */
function FilterChips({ of: filter, onChange }: { of: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const employees = useQuery(query(listEmployees, {}))
  const group = useRef<HTMLDivElement>(null)
  const { employee_id, action, environmental_pass_number } = filter
  const chips = [
    employee_id && {
      text: `Medewerker: ${employees.data?.find(({ id }) => id === employee_id)?.name ?? employee_id}`,
      without: { employee_id: null },
    },
    action && { text: `Handeling: ${actionName(action)}`, without: { action: null } },
    environmental_pass_number && {
      text: `Milieupas …${endingOf(environmental_pass_number)}`,
      without: { environmental_pass_number: null },
    },
    filter.log === 'security' && { text: 'Beveiligingslogboek', without: { log: 'audit' as const } },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and these are buttons.
    <div ref={group} role="group" tabIndex={-1} aria-label="Gekozen filters" className="row screen-only">
      {chips.map(
        (chip) =>
          chip && (
            <Button
              key={chip.text}
              variant="default"
              size="xs"
              onClick={() => {
                onChange({ ...filter, ...chip.without })
                group.current?.focus()
              }}
            >
              {chip.text} <span aria-hidden>×</span>
              <span className="visually-hidden">weghalen</span>
            </Button>
          ),
      )}
    </div>
  )
}

/** Loads the entries that match a filter. */
const useEvents = (filter: AuditFilter) =>
  useInfiniteQuery({
    ...eventsFor(filter),
    // Each request is logged, so the list never reloads by itself. Not cached, because `filter` may have a pass number.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

function FoundEvents({ of: events, filter }: { of: ReturnType<typeof useEvents>; filter: AuditFilter }) {
  const found = events.data?.pages.flatMap(({ data }) => data) ?? []
  const title = found.length === 0 ? 'Niets gevonden' : 'Gevonden'
  return (
    <>
      <Announcement>{events.data && title}</Announcement>
      <Result
        of={events}
        waiting={<Skeleton columns={eventColumns(undefined)} />}
        isEmpty={() => found.length === 0}
        empty={
          <Panel title={title}>
            <Empty drawing="nothing-found">
              <p>In deze periode staat hierover niets in het logboek.</p>
              <p>Kies een langere periode, of laat een veld leeg.</p>
            </Empty>
          </Panel>
        }
      >
        {() => (
          <Panel
            title={title}
            aside={<ExportButtons key={JSON.stringify(filter)} of={exportAuditEvents} sent={{ body: filter }} />}
          >
            <PaperNote criteria={periodText(filter)} />
            <EventTable events={found} passEnding={endingOf(filter.environmental_pass_number)} pages={events} />
            <MoreButton of={events} />
          </Panel>
        )}
      </Result>
    </>
  )
}

/** Returns the choices of employees. Those with the same name differ by their address. */
const withoutTwins = (employees: Reply<typeof listEmployees> = []) =>
  employees.map(({ id, name, email }) => {
    const isTwin = employees.some((other) => other.name === name && other.id !== id)
    return { id, name: isTwin ? `${name} (${email})` : name }
  })

/** Searches the audit log or the security log. */
export function AuditEvents() {
  const employees = useQuery(query(listEmployees, {}))
  const linked = useLocation({ select: ({ state }) => state.log_filter })
  // Removing a chip resets the form to the remaining filters.
  const [filled, setFilled] = useState<Values>(linked ?? { from: addDays(today(), -6), to: today() })
  // The page opens with the newest entries.
  const [filter, setFilter] = useState<AuditFilter>(() => filterIn(filled))
  const events = useEvents(filter)
  const inputError = inputErrorIn(events)
  const client = useQueryClient()
  const searchFor = (newFilter: AuditFilter) => {
    setFilter(newFilter)
    // If the same search is submitted again, it must show entries added since the first time.
    void client.resetQueries(eventsFor(newFilter))
  }
  const changeFilter = (newFilter: AuditFilter) => {
    setFilled(valuesOf(newFilter))
    searchFor(newFilter)
  }
  return (
    <>
      <div className="screen-only">
        <Panel title="Wie deed wat">
          {employees.error && <Failure error={employees.error} retry={employees.refetch} />}
          <Form
            key={JSON.stringify(filled)}
            label="Zoeken in het logboek"
            filled={filled}
            error={inputError}
            check={(values) => parseInput(exportAuditEvents.body, filterIn(values)).errors}
            onSubmit={(values) => searchFor(filterIn(values))}
          >
            <Fields
              button={
                <Button type="submit" size="md">
                  Zoeken
                </Button>
              }
            >
              <DateField name="from" label="Van" />
              <DateField name="to" label="Tot en met" />
              <ChoiceField
                name="employee_id"
                label="Medewerker"
                none="Iedereen"
                options={withoutTwins(employees.data)}
              />
              <ActionField />
              <Field name="environmental_pass_number" label="Pasnummer" autoComplete="off" />
              <ChoiceField
                name="log"
                label="Welk logboek"
                none="Logboek"
                options={[{ id: 'security', name: 'Beveiligingslogboek (inloggen)' }]}
              />
            </Fields>
          </Form>
        </Panel>
      </div>
      <FilterChips of={filter} onChange={changeFilter} />
      {!inputError && <FoundEvents of={events} filter={filter} />}
    </>
  )
}
