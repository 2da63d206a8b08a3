import {
  type CollectionException,
  calendarCategoryNames,
  listExceptions,
  type Municipality,
  withdrawException,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { changeText } from '../../domain/collections/collections.ts'
import { useCollectionsChanged } from '../../domain/collections/collections-changed.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { ChangedBy } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'

const describe = ({ category, day, moved_to, reason, areas }: CollectionException) =>
  changeText({
    title: calendarCategoryNames[category],
    category,
    start: moved_to ?? day,
    moved_from: moved_to === null ? null : day,
    cancelled: moved_to === null,
    reason,
    areas: areas.map(({ name }) => name),
  })

function ExceptionItem({ of, municipality }: { of: CollectionException; municipality: Municipality }) {
  const onCollectionsChanged = useCollectionsChanged()
  const { category, day, areas } = of
  const withdraw = async () => {
    const area_ids = areas.map(({ id }) => id)
    await call(withdrawException, { body: { municipality_id: municipality.id, category, day, area_ids } })
    await onCollectionsChanged()
    showMessage('De ophaaldag gaat door zoals gepland')
  }
  return (
    <li className="row">
      <StreamMark stream={category} size={28} />
      <p>
        {describe(of)}
        <span className="below dimmed small">{areas.map(({ name }) => name).join(', ')}</span>
        <ChangedBy of={of.changed} />
      </p>
      <ConfirmButton
        question="Deze wijziging terugdraaien?"
        consequence="De ophaaldag is daarna weer zoals de regels zeggen. Agenda’s van bewoners veranderen mee."
        action="Terugdraaien"
        onConfirm={withdraw}
      >
        Terugdraaien<span className="visually-hidden">: {describe(of)}</span>
      </ConfirmButton>
    </li>
  )
}

/** The moved and cancelled days, from today on. */
export function ExceptionList({ municipality }: { municipality: Municipality }) {
  const exceptions = useQuery(query(listExceptions, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Gewijzigde ophaaldagen">
      <Result
        of={exceptions}
        empty={<p>Er zijn geen gewijzigde ophaaldagen. Feestdagen schuiven vanzelf op naar de volgende werkdag.</p>}
      >
        {(found) => (
          <ul className={`ruled ${styles.rows}`}>
            {found.map((it) => (
              <ExceptionItem key={`${it.category} ${it.day} ${it.moved_to}`} of={it} municipality={municipality} />
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
