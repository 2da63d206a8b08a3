import { Button } from '@mantine/core'
import { ApiError } from '@rd4-loket/contract'
import { useRef } from 'react'
import { PassField } from '../src/domain/passes/PassField.tsx'
import { MakePickupForm } from '../src/domain/pickups/PickupForm.tsx'
import { LocationFields } from '../src/domain/places/LocationFields.tsx'
import { SearchForm } from '../src/domain/places/SearchForm.tsx'
import { StreetField } from '../src/domain/places/StreetField.tsx'
import { ChoiceField, Field, PasswordField } from '../src/kit/forms/Field.tsx'
import { Fields } from '../src/kit/forms/Fields.tsx'
import { Form } from '../src/kit/forms/Form.tsx'
import { LinesField } from '../src/kit/forms/LinesField.tsx'
import { RichText } from '../src/kit/forms/RichText.tsx'
import { SuggestionList } from '../src/kit/forms/SuggestionList.tsx'
import styles from './Gallery.module.css'
import { Specimen } from './Specimen.tsx'
import { gone, longStreet, nothing } from './states.ts'

const settled = () => Promise.resolve()
const refused = new ApiError(422, '', { name: ['Dit veld is verplicht'], lines: ['Regel 2 is geen postcode'] })
const filled = { name: longStreet, choice: '2', lines: '6411 AA\n6411 AB', street: longStreet, postal_code: '6411 AA' }

const AllFields = () => (
  <>
    <Field name="name" label="Naam" description="Zoals die op de pas staat" />
    <ChoiceField
      name="choice"
      label="Keuze"
      none="Geen"
      options={[
        { id: 1, name: 'Heerlen' },
        { id: 2, name: 'Eijsden-Margraten' },
      ]}
    />
    <LinesField name="lines" label="Regels" rows={3} description="Een per regel" />
  </>
)

function SuggestionSpecimen() {
  const state = {
    open: true,
    marked: 1,
    listId: 'suggestions',
    optionId: (index: number) => `suggestion${index}`,
    show: nothing,
    close: nothing,
    onKey: nothing,
    aria: {},
  }
  return (
    <SuggestionList
      label="Voorbeelden"
      groups={[{ name: 'Straten', rows: ['Akerstraat', longStreet] }]}
      state={state as unknown as Parameters<typeof SuggestionList>[0]['state']}
      keyOf={(row) => row}
      onChoose={nothing}
      note="Typ verder voor andere straten"
    >
      {(row) => <span>{row}</span>}
    </SuggestionList>
  )
}

function PassSpecimen({ error }: { error?: string }) {
  const field = useRef<HTMLInputElement>(null)
  return <PassField field={field} error={error} onEnter={() => false} />
}

/** What is filled in. */
export const FormsChapter = () => (
  <>
    <Specimen name="Form: empty">
      <Form label="Leeg" onSubmit={nothing}>
        <AllFields />
        <PasswordField
          name="password"
          label="Wachtwoord"
          autoComplete="new-password"
          description="Ten minste 15 tekens"
        />
      </Form>
    </Specimen>
    <Specimen name="Form: filled, and refused">
      <Form label="Geweigerd" filled={filled} error={refused} onSubmit={nothing}>
        <AllFields />
      </Form>
    </Specimen>
    <Specimen name="Form: it could not be sent">
      <Form label="Niet verstuurd" filled={filled} error={gone} onSubmit={nothing}>
        <Field name="name" label="Naam" />
      </Form>
    </Specimen>
    <Specimen name="Fields: with and without hints and messages" wide>
      <Form label="Naast elkaar" filled={filled} error={refused} onSubmit={nothing}>
        <Fields button={<Button size="md">Tonen</Button>}>
          <Field name="name" label="Naam" />
          <Field
            name="day"
            label="Geplande ophaaldag"
            type="date"
            description="Zoals de regels zeggen, ook als dat een feestdag is"
          />
          <Field name="reason" label="Reden" description="Bijvoorbeeld: wegens gladheid" />
        </Fields>
      </Form>
    </Specimen>
    <Specimen name="SearchForm with LocationFields" wide>
      <SearchForm label="Zoeken" criteria={filled} check={nothing as () => undefined} error={null} onSearch={nothing}>
        <LocationFields first={false} />
      </SearchForm>
    </Specimen>
    <Specimen name="StreetField">
      <Form label="Straat kiezen" onSubmit={nothing}>
        <StreetField label="Straat" />
      </Form>
    </Specimen>
    <Specimen name="SuggestionList">
      <div className={styles.below}>
        <SuggestionSpecimen />
      </div>
    </Specimen>
    <Specimen name="PassField">
      <PassSpecimen />
      <PassSpecimen error="Deze pas is niet bekend in uw gemeente." />
    </Specimen>
    <Specimen name="MakePickupForm">
      <MakePickupForm
        alias="a1"
        days={[
          { day: '2099-11-27', left_litres: 4_000 },
          { day: '2099-12-04', left_litres: 0 },
        ]}
        onChanged={settled}
        onClose={nothing}
      />
    </Specimen>
    <Specimen name="RichText">
      <RichText html="<p>Maandag is de balie <strong>dicht</strong>.</p><ul><li>Bel de gemeente</li><li>Of kom dinsdag</li></ul>" />
    </Specimen>
  </>
)
