import {
  type Correction,
  type CorrectionChoices,
  type CorrectionSelection,
  EquipmentKind,
  listMunicipalities,
  parseInput,
  previewCorrection,
  proposeCorrection,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { equipmentKindNames } from '../../domain/equipment/EquipmentList.tsx'
import { dayText } from '../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { ChoiceField, Field, Form, useFormValues, type Values } from '../../kit/forms/Form.tsx'
import { Panel } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { TotalsOfCorrection } from './CorrectionTotals.tsx'

const numbers = ['batch_id', 'municipality_id', 'collection_area_id']

/** Returns the selection that is filled in. Empty fields are absent. */
const toSelection = (values: Values): CorrectionSelection =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const name = field.replace('selection.', '')
      return value === '' ? [] : [[name, numbers.includes(name) ? Number(value) : value]]
    }),
  )

/** Focuses the first field when the form opens. */
const focusFirst = (form: HTMLElement | null) => form?.querySelector('select')?.focus()

type NewCorrectionProps = {
  choices: CorrectionChoices
  onProposed: (correction: Correction) => void
  onClose: () => void
}

/** Selects lifts, shows what their correction would do, and proposes it with a reason. */
export function NewCorrection({ choices: { files, areas }, onProposed, onClose }: NewCorrectionProps) {
  const municipalities = useQuery(query(listMunicipalities, {}))
  const previewing = useMutation({
    gcTime: 0,
    mutationFn: (values: Values) => call(previewCorrection, { body: { selection: toSelection(values) } }),
  })
  const selection = toSelection(previewing.variables ?? {})
  const proposing = useMutation({
    mutationFn: ({ reason = '' }: Values) => call(proposeCorrection, { body: { selection, reason } }),
    onSuccess: onProposed,
  })
  return (
    <Panel title="Ledigingen kiezen">
      <div ref={focusFirst}>
        <Form
          label="Ledigingen kiezen"
          error={previewing.error}
          check={(values) => parseInput(previewCorrection.body, { selection: toSelection(values) }).errors}
          onSubmit={previewing.mutate}
          onFill={previewing.reset}
        >
          <ChoiceField
            name="selection.batch_id"
            label="Geleverd bestand"
            none="Geen bestand: kies een periode"
            options={files.map(({ id, name, loaded_at }) => ({ id, name: `${name}, ${dayText(loaded_at)}` }))}
          />
          <div className="row">
            <DateField name="selection.from" label="Eerste dag" />
            <DateField name="selection.to" label="Laatste dag" />
          </div>
          <div className="row">
            <ChoiceField
              name="selection.municipality_id"
              label="Gemeente"
              none="Alle gemeenten"
              options={municipalities.data ?? []}
            />
            <AreaField areas={areas} />
            <Field name="selection.street" label="Straat" />
            <ChoiceField
              name="selection.waste_type"
              label="Afvalstroom"
              none="Alle stromen"
              options={WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))}
            />
            <ChoiceField
              name="selection.kind"
              label="Soort"
              none="Alle soorten"
              options={EquipmentKind.options.map((id) => ({ id, name: equipmentKindNames[id] }))}
            />
            <Field name="selection.supplier_key" label="Begin van het nummer van de leverancier" />
          </div>
          <Buttons>
            <SubmitButton busy={previewing.isPending}>Bekijken</SubmitButton>
            <Button variant="default" size="md" onClick={onClose}>
              Annuleren
            </Button>
          </Buttons>
        </Form>
      </div>
      {previewing.data && (
        <>
          <TotalsOfCorrection of={previewing.data} />
          <Form
            label="Correctie voorstellen"
            error={proposing.error}
            check={({ reason = '' }) => parseInput(proposeCorrection.body, { selection, reason }).errors}
            onSubmit={proposing.mutate}
          >
            <CountedLinesField name="reason" label="Reden, die in de brief en het dossier staat" maxLength={200} />
            <Buttons>
              <SubmitButton busy={proposing.isPending}>Voorstellen</SubmitButton>
            </Buttons>
          </Form>
        </>
      )}
    </Panel>
  )
}

/** The collection areas of the chosen municipality. */
function AreaField({ areas }: Pick<CorrectionChoices, 'areas'>) {
  const municipality_id = useFormValues()['selection.municipality_id']
  const options = areas.filter((area) => `${area.municipality_id}` === municipality_id)
  if (options.length === 0) return null
  return <ChoiceField name="selection.collection_area_id" label="Gebied" none="Alle gebieden" options={options} />
}
