import {
  defaultRollWords,
  type Municipality,
  parseInput,
  type RollWords,
  saveRollWords,
  showMeta,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { Field } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

/** The setting for what a municipality calls the rolls that its desk issues. */
export function RollWordsForm({ municipality }: { municipality: Municipality }) {
  const client = useQueryClient()
  const stored = useSession()?.municipalities.find(({ id }) => id === municipality.id)?.roll_words
  return (
    <SettingForm
      label="Wat geeft de balie uit?"
      filled={stored ?? defaultRollWords}
      check={(values) => parseInput(saveRollWords.body, values as RollWords).errors}
      save={(values) =>
        call(saveRollWords, { params: { municipality_id: `${municipality.id}` }, body: values as RollWords })
      }
      onSaved={async ({ roll_plural }) => {
        // Every page reads the words from the session.
        await invalidate(client, showMeta)
        showMessage(`De balie van ${municipality.name} geeft nu ${roll_plural} uit`)
      }}
      saves={`Naam opslaan voor ${municipality.name}`}
      hasSeveralFields
      field={
        <>
          <Field
            name="roll_singular"
            label="Naam van één stuk"
            description="Bijvoorbeeld: rol PMD-zakken, of luierzak"
            autoComplete="off"
          />
          <Field name="roll_plural" label="Naam van meer stuks" autoComplete="off" />
        </>
      }
    />
  )
}
