import {
  type AuditEntry,
  auditActionNames,
  auditResultNames,
  exportAuditEvents,
  isBsgwEmployee,
  listEmployees,
  parseInput,
  purposeNames,
  type RequestInput,
  searchAuditEvents,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, today } from '../../kit/browser/days.ts'
import { momentText, periodText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, Empty, Failure, MoreButton, Panel, Result } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { query, queryPages } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

type AuditFilter = RequestInput<typeof exportAuditEvents>['body']

const textOrNull = (text: string | undefined) => (text?.trim() ? text : null)
const filterIn = ({ log, from, to, employee_id, action, environmental_pass_number }: Values): AuditFilter => ({
  log: (log || 'audit') as AuditFilter['log'],
  from: from ?? '',
  to: to ?? '',
  employee_id: employee_id ? Number(employee_id) : null,
  action: textOrNull(action) as AuditFilter['action'],
  environmental_pass_number: textOrNull(environmental_pass_number),
})

const kindNames: Record<string, string> = {
  address: 'adres',
  pass: 'pas',
  employee: 'medewerker',
  allowance: 'toegestaan aantal',
}
const eventsFor = (filter: AuditFilter) => queryPages(searchAuditEvents, { body: filter })

const objectText = ({ object_kind, object_key }: AuditEntry) =>
  object_kind === null ? '–' : `${kindNames[object_kind] ?? object_kind} ${object_key?.slice(0, 12) ?? ''}`

/** The object of an entry. An address is a link for an employee who may open its page. */
function EntryObject({ of: event }: { of: AuditEntry }) {
  const user = useSession()?.user
  const text = <span className="code">{objectText(event)}</span>
  if (event.object_kind !== 'address' || !event.object_key || !user || !isBsgwEmployee(user)) return text
  return (
    <Link to="/address/$alias" params={{ alias: event.object_key }}>
      {text}
    </Link>
  )
}

function EventTable({ events }: { events: AuditEntry[] }) {
  return (
    <Table
      caption="Wie deed wat, het laatste eerst"
      columns={['Moment', 'Medewerker', 'Handeling', 'Doel', 'Waarvan']}
      data-long
      rows={events.map((event) => (
        <tr key={event.position}>
          <th scope="row">{momentText(event.happened_at)}</th>
          <td>{event.employee ?? 'Niemand die bekend is'}</td>
          <td data-line>
            {auditActionNames[event.action]}
            {event.result !== 'done' && <strong>: {auditResultNames[event.result].toLowerCase()}</strong>}
          </td>
          <td>{event.purpose ? purposeNames[event.purpose] : '–'}</td>
          <td data-line>
            <EntryObject of={event} />
            <span className="below remark">vanaf {event.origin}</span>
          </td>
        </tr>
      ))}
    />
  )
}

/** Loads the entries that match a filter. */
const useEvents = (filter: AuditFilter | undefined) =>
  useInfiniteQuery({
    ...eventsFor(filter ?? filterIn({})),
    enabled: filter !== undefined,
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
            <EventTable events={found} />
            <MoreButton of={events} />
          </Panel>
        )}
      </Result>
    </>
  )
}

/** Searches the audit log or the security log. */
export function AuditEvents() {
  const employees = useQuery(query(listEmployees, {}))
  const [filter, setFilter] = useState<AuditFilter>()
  const events = useEvents(filter)
  const inputError = inputErrorIn(events)
  const client = useQueryClient()
  const search = (values: Values) => {
    const newFilter = filterIn(values)
    setFilter(newFilter)
    // If the same search is submitted again, it must show entries added since the first time.
    void client.resetQueries(eventsFor(newFilter))
  }
  const lastWeek = { from: addDays(today(), -6), to: today() }
  return (
    <>
      <div className="screen-only">
        <Panel title="Wie keek waarnaar">
          {employees.error && <Failure error={employees.error} retry={employees.refetch} />}
          <Form
            label="Zoeken in het logboek"
            filled={lastWeek}
            error={inputError}
            check={(values) => parseInput(exportAuditEvents.body, filterIn(values)).errors}
            onSubmit={search}
          >
            <Fields
              button={
                <Button type="submit" size="md">
                  Zoeken
                </Button>
              }
            >
              <Field name="from" label="Van" type="date" />
              <Field name="to" label="Tot en met" type="date" />
              <ChoiceField name="employee_id" label="Medewerker" none="Iedereen" options={employees.data ?? []} />
              <ChoiceField
                name="action"
                label="Handeling"
                none="Alles"
                options={Object.entries(auditActionNames).map(([id, name]) => ({ id, name }))}
              />
              <Field name="environmental_pass_number" label="Pasnummer" autoComplete="off" />
              <ChoiceField
                name="log"
                label="Logboek"
                none="Auditlogboek"
                options={[{ id: 'security', name: 'Beveiligingslogboek (inloggen)' }]}
              />
            </Fields>
          </Form>
        </Panel>
      </div>
      {filter && !inputError && <FoundEvents of={events} filter={filter} />}
    </>
  )
}
