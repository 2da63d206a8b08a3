import {
  listCollectionYears,
  type Municipality,
  parseInput,
  publishCollectionYear,
  type Reply,
} from '@rd4-loket/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCollectionsChanged } from '../../domain/collections/collections-changed.ts'
import { dayText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Field } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { call, query } from '../../session/api.ts'
import { ChangedBy } from './ChangedBy.tsx'
import styles from './CollectionsPage.module.css'

type Year = Reply<typeof listCollectionYears>[number]

function YearForm({ municipality, of: { year, published_on, changed } }: { municipality: Municipality; of: Year }) {
  const collectionsChanged = useCollectionsChanged()
  const params = { municipality_id: `${municipality.id}`, year: `${year}` }
  const written = (values: Values) => ({ published_on: values.published_on ?? '' })
  const publish = useMutation({
    mutationFn: (values: Values) => call(publishCollectionYear, { params, body: written(values) }),
    onSuccess: async (saved) => {
      await collectionsChanged()
      showMessage(`De ophaaldagen van ${year} zijn te zien vanaf ${dayText(saved.published_on)}`)
    },
  })
  return (
    <Form
      label={`Ophaaldagen van ${year}`}
      filled={{ published_on: published_on ?? '' }}
      error={publish.error}
      check={(values) => parseInput(publishCollectionYear.body, written(values)).errors}
      onSubmit={publish.mutate}
    >
      <Fields
        least="18rem"
        button={
          <ActionButton type="submit" size="md" variant="default" busy={publish.isPending}>
            Opslaan<span className="visually-hidden"> voor {year}</span>
          </ActionButton>
        }
      >
        <Field name="published_on" label={`Ophaaldagen van ${year} te zien vanaf`} type="date" />
      </Fields>
      <ChangedBy of={changed} />
    </Form>
  )
}

/** From which day on employees, residents and calendars see the collections of a year. */
export function PublicationPanel({ municipality }: { municipality: Municipality }) {
  const years = useQuery(query(listCollectionYears, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Publicatie per jaar">
      <Result of={years}>
        {(found) => (
          <div className={styles.years}>
            {found.map((it) => (
              <YearForm key={`${municipality.id} ${it.year}`} municipality={municipality} of={it} />
            ))}
          </div>
        )}
      </Result>
    </Panel>
  )
}
