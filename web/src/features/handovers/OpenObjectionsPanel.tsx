import {
  decisionDueText,
  type HandoverFilter,
  handoverFilterNames,
  type ListedHandover,
  listHandovers,
  listMunicipalities,
  penaltyText,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { countText, dayText, numberText } from '../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { PillLinks } from '../../kit/buttons/Button.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Announcement, Empty, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { query, queryPages } from '../../session/queries.ts'

const keyNotes: KeyNote[] = [
  { keys: ['J', 'K'], action: 'Naar het volgende of het vorige bezwaar', single: true },
  { keys: ['Enter'], action: 'Het adres openen' },
]

const filters = Object.entries(handoverFilterNames) as [HandoverFilter, string][]
const columns = ['Adres', 'Aanslag', 'Ontvangen', 'Beslissen', 'Op tijd ingediend']

type ListSearch = { only?: HandoverFilter; municipality?: string }

/** All open objections against bills, by decision day. No filter is chosen at first, so none past its day is hidden. */
export function OpenObjectionsPanel() {
  const { only, municipality = '' } = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...queryPages(listHandovers, {
      query: { ...(only && { only }), ...(municipality && { municipality: `${municipality}` }) },
    }),
    staleTime: 0,
  })
  const municipalities = useQuery(query(listMunicipalities, {}))
  const meta = list.data?.pages[0]?.meta
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  const ofMunicipality = { part: 'objections', ...(municipality && { municipality: `${municipality}` }) }
  useKeyNotes('Bezwaren', keyNotes)
  const frame = useRef<HTMLDivElement>(null)
  usePageKeys('bubble', (event) => {
    const step = { j: 1, k: -1 }[event.key.toLowerCase()]
    if (!step || !isFreeKey(event)) return
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[at === -1 ? 0 : at + step]?.focus()
  })
  const counted = (name: string, count: number | undefined) => (count ? `${name} (${numberText(count)})` : name)
  return (
    <div ref={frame}>
      <Panel label="Open bezwaren">
        <div className="row">
          <PillLinks
            label="Welke bezwaren"
            links={[
              { name: counted('Alle', meta?.total), search: ofMunicipality, current: !only },
              ...filters.map(([id, name]) => ({
                name: counted(name, meta?.counts[id]),
                search: { ...ofMunicipality, only: id },
                current: only === id,
              })),
            ]}
          />
          <SelectInput
            id="municipality"
            label="Gemeente"
            none="Alle gemeenten"
            value={`${municipality}`}
            options={municipalities.data ?? []}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '.',
                search: { part: 'objections', ...(only && { only }), ...(value && { municipality: value }) },
                resetScroll: false,
              })
            }
          />
        </div>
        <Announcement>{meta && countText(meta.total, 'open bezwaar', 'open bezwaren')}</Announcement>
        <Result of={list} waiting={<Skeleton lines={8} />}>
          {() =>
            found.length === 0 ? (
              <Empty drawing="nothing-yet">
                <p>Er is geen open bezwaar.</p>
              </Empty>
            ) : (
              <Table
                caption="Open bezwaren, op beslisdag"
                columns={columns}
                data-long
                rows={found.map((it) => <Row key={it.id} of={it} />)}
              />
            )
          }
        </Result>
        <MoreButton of={list} />
      </Panel>
    </div>
  )
}

function Row({ of: objection }: { of: ListedHandover }) {
  const { address, year, received_on, terms } = objection
  const choosePurpose = useChoosePurpose(address.alias)
  const isLate = terms.days_to_decide !== null && terms.days_to_decide < 0
  return (
    <tr>
      <th scope="row">
        <Link
          to="/address/$alias"
          params={{ alias: address.alias }}
          search={{ year: `${year}` }}
          onClick={() => choosePurpose('aanslag_bezwaar')}
        >
          {address.line}
        </Link>
      </th>
      <td data-label="Aanslag">{year}</td>
      <td data-label="Ontvangen">{dayText(received_on)}</td>
      <td data-label="Beslissen">
        <strong className={isLate ? 'error' : 'bold'}>{decisionDueText(terms)}</strong>
        {terms.decide_by && <span className="dimmed small"> {dayText(terms.decide_by)}</span>} {penaltyText(objection)}
      </td>
      <td data-label="Bezwaar">{inTimeWords(objection)}</td>
    </tr>
  )
}

/** Returns whether an objection was filed in time, in a few words. */
const inTimeWords = ({ terms }: ListedHandover) =>
  ({
    yes: 'op tijd',
    no: 'te laat ingediend',
    unknown: terms.object_until === null ? 'datum van de aanslag niet bekend' : 'postdatum niet bekend',
  })[terms.in_time]
