import {
  type AreaRules,
  type CollectionListChange,
  type CollectionListInput,
  listAreaRules,
  type Municipality,
  parseInput,
  previewCollectionList,
  saveCollectionList,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { countText, numberText } from '../../kit/browser/format.ts'
import { ChoiceField, Fields, LinesField, parseTypedNumber, useField, type Values } from '../../kit/forms/Form.tsx'
import { FileInput } from '../../kit/forms/Inputs.tsx'
import { LongText } from '../../kit/page/LongText.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { ChangeForm, SideEffects } from './ChangeForm.tsx'

const toBody = (municipality_id: number, values: Values): CollectionListInput => ({
  municipality_id,
  area_id: parseTypedNumber(values.area_id) as number,
  text: values.text ?? '',
})

/** The maximum size of a file to read. Every valid list is shorter. */
const maxBytes = 100_000

/** The text of a list, pasted or read from a file. */
function ListFields() {
  const { onChange } = useField('text')
  const readFile = async ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const value = await files?.[0]?.slice(0, maxBytes).text()
    if (value !== undefined) onChange({ currentTarget: { value } })
  }
  return (
    <>
      <FileInput label="CSV-bestand" accept=".csv,.txt,text/csv,text/plain" onChange={readFile} />
      <LinesField
        name="text"
        label="Ophaaldagen uit het bestand"
        rows={6}
        autoComplete="off"
        description="De eerste regel is datum;afvalstroom. Daarna een dag per regel, zoals 7-1-2027;GFT. Plakken kan ook."
      />
    </>
  )
}

/** The preview of a list: the number of days per stream before and after, and the rejected lines. */
function ListPreview({ of }: { of: CollectionListChange }) {
  const { area, addresses, years, streams, rejected_lines, rejected, published, withdrawn } = of
  return (
    <>
      <p>
        Dit vervangt alle ophaaldagen van {years.join(' en ')} vanaf vandaag voor{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {area.name}.
      </p>
      <ul>
        {streams.map(({ category, before, after }) => (
          <li key={category}>
            {wasteStreamNames[category]}: nu {numberText(before)}, straks {countText(after, 'dag', 'dagen')}
          </li>
        ))}
      </ul>
      {rejected.length > 0 && (
        <div>
          <p>
            <strong>{countText(rejected_lines, 'regel wordt', 'regels worden')} overgeslagen</strong>
            {rejected_lines > rejected.length ? `. De eerste ${numberText(rejected.length)}:` : ':'}
          </p>
          <ul>
            {rejected.map(({ line, text, reason }) => (
              <li key={line}>
                Regel {line}: <LongText text={text} /> ({reason})
              </li>
            ))}
          </ul>
        </div>
      )}
      <SideEffects published={published} withdrawn={withdrawn} />
    </>
  )
}

/** Imports the collection days of an area from a list. */
export function ImportPanel({ municipality }: { municipality: Municipality }) {
  const areas = useQuery(query(listAreaRules, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Ophaaldagen uit een bestand of lijst">
      <Result of={areas} empty={<p>Deze gemeente heeft nog geen ophaalgebieden.</p>}>
        {(found) => <CollectionListForm municipality={municipality} areas={found} />}
      </Result>
    </Panel>
  )
}

/** Imports the collection days of an area from a list, after a preview of the change. */
function CollectionListForm({ municipality, areas }: { municipality: Municipality; areas: AreaRules[] }) {
  return (
    <ChangeForm
      municipality={municipality}
      label="Ophaaldagen inlezen"
      toBody={(values) => toBody(municipality.id, values)}
      check={(body) => parseInput(previewCollectionList.body, body).errors}
      preview={(body) => call(previewCollectionList, { body })}
      save={(body) => call(saveCollectionList, { body })}
      savedText={() => 'De ophaaldagen zijn ingelezen'}
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
  )
}
