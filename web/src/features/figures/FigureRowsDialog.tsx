import {
  type FigureRow,
  figureGroupHeadings,
  figureGroupName,
  figureSubjectNames,
  isBsgwEmployee,
  listFigureRows,
  type RequestInput,
} from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { countText, dayText, numberText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Announcement, MoreButton, Result } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { queryPages } from '../../session/queries.ts'
import { rollText, useSession } from '../../session/session.ts'
import { monthName } from './figure-periods.ts'

/** What a dialog shows: the call for the rows of a figure, and the name of its row in the table. */
export type OpenFigure = { sent: RequestInput<typeof listFigureRows>['query']; name: string }

/** The rows of a figure. Each opening is logged for the households that it shows, so the reply is not kept. */
export function FigureRowsDialog({ of, onClose }: { of: OpenFigure | undefined; onClose: () => void }) {
  const title = of
    ? `${rollText(figureSubjectNames[of.sent.subject])}, ${of.name.toLowerCase()}, ${monthName(of.sent.month)}`
    : ''
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} open={of !== undefined} title={title} size="wide" onClose={onClose}>
      {of && <Rows of={of} />}
      <div className="row">
        <Button variant="default" size="md" onClick={() => dialog.current?.close()}>
          Sluiten
        </Button>
      </div>
    </Dialog>
  )
}

function Rows({ of: { sent } }: { of: OpenFigure }) {
  const list = useInfiniteQuery({ ...queryPages(listFigureRows, { query: sent }), staleTime: 0, gcTime: 0 })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const { counted = 0, left = 0 } = list.data?.pages[0]?.meta ?? {}
  const subjects = rows[0]?.groups.map(({ subject }) => subject) ?? [sent.subject]
  return (
    <section className="column">
      <p className="remark">Wie deze regels opent, staat in het logboek: met het doel toezicht.</p>
      <Announcement>{list.data && countText(left, 'regel', 'regels')}</Announcement>
      <Result of={list}>
        {() =>
          left === 0 ? (
            <p>De regels van deze maand zijn gewist.</p>
          ) : (
            <>
              {left !== counted && (
                <p>
                  Geteld zijn er {numberText(counted)}. Nu zijn er {numberText(left)}: sindsdien is er gewist of
                  gewijzigd.
                </p>
              )}
              <Table
                caption="Wat dit cijfer telt"
                data-long
                columns={['Dag', ...subjects.map((subject) => figureGroupHeadings[subject]), 'Adres']}
                rows={rows.map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and they have no state.
                  <Row key={at} of={row} />
                ))}
              />
            </>
          )
        }
      </Result>
      <MoreButton of={list} />
    </section>
  )
}

function Row({ of: { day, groups, address } }: { of: FigureRow }) {
  const session = useSession()
  const mayOpen = session !== null && isBsgwEmployee(session.user)
  return (
    <tr>
      <th scope="row">{dayText(day)}</th>
      {groups.map(({ subject, group }) => (
        <td key={subject} data-label={figureGroupHeadings[subject]}>
          {group === null ? 'Geen' : rollText(figureGroupName(subject, group))}
        </td>
      ))}
      <td data-line>
        {address === null ? (
          'Onbekend'
        ) : mayOpen ? (
          <Link to="/address/$alias" params={{ alias: address.alias }}>
            {address.line}
          </Link>
        ) : (
          address.line
        )}
      </td>
    </tr>
  )
}
