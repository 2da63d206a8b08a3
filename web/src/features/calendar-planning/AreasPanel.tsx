import {
  type AreaRules,
  countAreaAddresses,
  deleteArea,
  listAreaRules,
  type Municipality,
  rangeText,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCollectionsChanged } from '../../domain/collections/collections-changed.ts'
import { countText } from '../../kit/browser/format.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { AreaForm } from './AreaForm.tsx'
import { ChangedBy } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'

function AreaItem({
  of: { id, name, postal_codes, addresses: ownAddresses, changed },
  count,
  municipality,
}: {
  of: AreaRules
  /** The number of addresses in the area. */
  count: number | undefined
  municipality: Municipality
}) {
  const onCollectionsChanged = useCollectionsChanged()
  const remove = async () => {
    await call(deleteArea, { params: { municipality_id: `${municipality.id}`, area_id: `${id}` } })
    await onCollectionsChanged()
    showMessage(`Het ophaalgebied ${name} is verwijderd`)
  }
  return (
    <li className="row">
      <p>
        <strong>{name}</strong>{' '}
        {count !== undefined && <span className={styles.count}>{countText(count, 'adres', 'adressen')}</span>}
        <span className="below dimmed small">
          {[...postal_codes.map(rangeText), ...ownAddresses].join(' · ') || 'Nog geen postcodes of adressen'}
        </span>
        <ChangedBy of={changed} />
      </p>
      <ConfirmButton
        question={`Het ophaalgebied ${name} verwijderen?`}
        consequence="De ophaalregels van dit gebied verdwijnen dan ook. Dit kan alleen als er geen adressen meer in liggen."
        action="Verwijderen"
        onConfirm={remove}
      >
        Verwijderen<span className="visually-hidden">: {name}</span>
      </ConfirmButton>
    </li>
  )
}

/** The areas of a municipality, the number of addresses in each area and in none, and the form that changes an area. */
export function AreasPanel({ municipality }: { municipality: Municipality }) {
  const params = { municipality_id: `${municipality.id}` }
  const areas = useQuery(query(listAreaRules, { params }))
  const counts = useQuery(query(countAreaAddresses, { params })).data
  const [chosen, choose] = useState('')
  return (
    <Panel title="Ophaalgebieden">
      <Result of={areas} isEmpty={() => false}>
        {(found) => {
          const area = found.find(({ id }) => `${id}` === chosen)
          return (
            <>
              {found.length === 0 && <p>Deze gemeente heeft nog geen ophaalgebieden.</p>}
              <ul className={`ruled ${styles.rows}`}>
                {found.map((it) => (
                  <AreaItem
                    key={it.id}
                    of={it}
                    count={counts?.areas.find(({ id }) => id === it.id)?.addresses}
                    municipality={municipality}
                  />
                ))}
              </ul>
              <p role="status" className={styles.without}>
                {counts && counts.without > 0 && (
                  <strong>
                    {countText(counts.without, 'adres ligt', 'adressen liggen')} in geen enkel gebied. Daar is geen
                    ophaalkalender.
                  </strong>
                )}
                {counts?.without === 0 && 'Alle adressen liggen in een gebied.'}
              </p>
              <h3 className={`screen-only ${styles.section}`}>Een ophaalgebied maken of wijzigen</h3>
              <SelectInput
                label="Gebied om te wijzigen"
                className={`screen-only ${styles.chosenArea}`}
                value={area ? chosen : ''}
                onChange={(event) => choose(event.currentTarget.value)}
                none="Nieuw ophaalgebied"
                options={found}
              />
              <AreaForm key={area?.id ?? 'new'} municipality={municipality} area={area} areas={found} />
            </>
          )
        }}
      </Result>
    </Panel>
  )
}
