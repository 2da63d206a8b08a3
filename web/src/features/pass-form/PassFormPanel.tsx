import {
  type Municipality,
  mayUse,
  parseInput,
  passCharacterNames,
  passFormText,
  type Reply,
  type RequestInput,
  savePassForm,
  showMeta,
  showPassForm,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { countText } from '../../kit/browser/format.ts'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

type Stored = Reply<typeof showPassForm>
type PassFormBody = RequestInput<typeof savePassForm>['body']

const characters = Object.entries(passCharacterNames).map(([id, name]) => ({ id, name }))
const affixesIn = (typed = '') => typed.split(/\s+/).filter(Boolean)

const toBody = (values: Values) =>
  ({
    characters: values.characters,
    min_length: parseTypedNumber(values.min_length),
    max_length: parseTypedNumber(values.max_length),
    prefixes: affixesIn(values.prefixes),
    suffixes: affixesIn(values.suffixes),
  }) as PassFormBody

const toValues = ({ characters, min_length, max_length, prefixes, suffixes }: Stored): Values => ({
  characters,
  min_length: `${min_length}`,
  max_length: `${max_length}`,
  prefixes: prefixes.join(' '),
  suffixes: suffixes.join(' '),
})

const queryOf = ({ id }: Municipality) => query(showPassForm, { params: { municipality_id: `${id}` } })

function PassFormForm({ municipality, stored }: { municipality: Municipality; stored: Stored }) {
  const client = useQueryClient()
  return (
    <SettingForm
      label="Vorm van een pasnummer"
      filled={toValues(stored)}
      check={(values) => parseInput(savePassForm.body, toBody(values)).errors}
      save={(values) => call(savePassForm, { params: { municipality_id: `${municipality.id}` }, body: toBody(values) })}
      onSaved={async (saved) => {
        // The search box and the pass desk read the form from the session.
        await invalidate(client, showPassForm, showMeta)
        showMessage(`Een pasnummer van ${municipality.name} heeft nu ${passFormText(saved)}`)
      }}
      saves={`Vorm opslaan voor ${municipality.name}`}
      hasSeveralFields
      field={
        <>
          <RadioField name="characters" legend="Tekens van een pasnummer" options={characters} />
          <Field name="min_length" label="Kleinste aantal tekens" inputMode="numeric" autoComplete="off" />
          <Field name="max_length" label="Grootste aantal tekens" inputMode="numeric" autoComplete="off" />
          <Field
            name="prefixes"
            label="Tekens van de lezer vóór het nummer"
            description="Met een spatie ertussen, bijvoorbeeld: * P:"
            autoComplete="off"
            spellCheck={false}
          />
          <Field name="suffixes" label="Tekens van de lezer na het nummer" autoComplete="off" spellCheck={false} />
        </>
      }
    />
  )
}

/** The form of the pass numbers of a municipality. */
export function PassFormPanel({ municipality }: { municipality: Municipality }) {
  const form = useQuery(queryOf(municipality))
  const isAdministrator = mayUse(savePassForm.access, useSession()?.user)
  return (
    <Panel title="Pasnummers">
      <Result of={form}>
        {(stored) => (
          <div className="column gap-5">
            {isAdministrator ? (
              <PassFormForm key={municipality.id} municipality={municipality} stored={stored} />
            ) : (
              <>
                <p>
                  Een pasnummer heeft <strong>{passFormText(stored)}</strong>.
                </p>
                <p className="dimmed">Een beheerder wijzigt deze vorm.</p>
              </>
            )}
            {stored.min_length !== stored.max_length && (
              <p>Er is geen vaste lengte. Het loket merkt daardoor niet dat in een pasnummer een cijfer ontbreekt.</p>
            )}
            {stored.other_passes > 0 && (
              <p>
                {countText(stored.other_passes, 'actieve pas heeft', 'actieve passen hebben')} een andere vorm. De balie
                leest {stored.other_passes === 1 ? 'die pas' : 'die passen'} niet.
              </p>
            )}
          </div>
        )}
      </Result>
    </Panel>
  )
}
