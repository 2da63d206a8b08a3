import {
  type AreaRules,
  type CollectionListChange,
  type CollectionListInput,
  calendarCategoryNames,
  type Municipality,
  parseInput,
  previewCollectionList,
  saveCollectionList,
} from '@rd4-loket/contract'
import { type ChangeEvent, useId } from 'react'
import { useCollectionsChanged } from '../../domain/collections/collections-changed.ts'
import { countText, numberText } from '../../kit/browser/format.ts'
import { ChoiceField, LinesField } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { useField, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { ChangeForm } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'
import { Aftermath } from './SchedulePreview.tsx'

const written = (municipality_id: number, values: Values): CollectionListInput => ({
  municipality_id,
  area_id: Number(values.area_id || 0),
  text: values.text ?? '',
})

/** No list that can be taken in is longer: the rest of a file that was chosen by mistake is not read. */
const longest = 100_000

/** The text of a list: from a file, or pasted. */
function ListFields() {
  const { onChange } = useField('text')
  const id = useId()
  const read = async ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const value = await files?.[0]?.slice(0, longest).text()
    if (value !== undefined) onChange({ currentTarget: { value } })
  }
  return (
    <>
      <div className={styles.file}>
        <label htmlFor={id}>CSV-bestand</label>
        <input id={id} type="file" accept=".csv,.txt,text/csv,text/plain" onChange={read} />
      </div>
      <LinesField
        name="text"
        label="Ophaaldagen uit het bestand"
        rows={6}
        autoComplete="off"
        description="De eerste regel is datum;afvalsoort. Daarna een dag per regel, zoals 7-1-2027;GFT. Plakken kan ook."
      />
    </>
  )
}

/** What a list changes, before it does: how many days each stream has, and which lines are left aside. */
function ListPreview({ of }: { of: CollectionListChange }) {
  const { area, addresses, years, streams, rejected_lines, rejected, published, withdrawn } = of
  return (
    <>
      <p>
        Dit vervangt alle ophaaldagen van {years.join(' en ')} vanaf vandaag voor{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {area.name}.
      </p>
      <ul className={styles.moves}>
        {streams.map(({ category, before, after }) => (
          <li key={category}>
            {calendarCategoryNames[category]}: nu {numberText(before)}, straks {countText(after, 'dag', 'dagen')}
          </li>
        ))}
      </ul>
      {rejected.length > 0 && (
        <div>
          <p>
            <strong>{countText(rejected_lines, 'regel wordt', 'regels worden')} overgeslagen</strong>
            {rejected_lines > rejected.length ? `. De eerste ${numberText(rejected.length)}:` : ':'}
          </p>
          <ul className={styles.moves}>
            {rejected.map(({ line, text, reason }) => (
              <li key={line}>
                Regel {line}: {text} ({reason})
              </li>
            ))}
          </ul>
        </div>
      )}
      <Aftermath published={published} withdrawn={withdrawn} />
    </>
  )
}

/** Takes the days of an area in from a list; it says first what that changes. */
export function CollectionListForm({ municipality, areas }: { municipality: Municipality; areas: AreaRules[] }) {
  const changed = useCollectionsChanged()
  return (
    <>
      <h3 className={styles.begin}>Ophaaldagen inlezen</h3>
      <ChangeForm
        label="Ophaaldagen inlezen"
        written={(values) => written(municipality.id, values)}
        check={(body) => parseInput(previewCollectionList.body, body).errors}
        look={(body) => call(previewCollectionList, { body })}
        save={(body) => call(saveCollectionList, { body })}
        onSaved={async () => {
          await changed()
          showMessage('De ophaaldagen zijn ingelezen')
        }}
        fields={
          <>
            <Fields>
              <ChoiceField name="area_id" label="Ophaalgebied" none="Kies een ophaalgebied" options={areas} />
            </Fields>
            <ListFields />
          </>
        }
      >
        {(change) => <ListPreview of={change} />}
      </ChangeForm>
    </>
  )
}
