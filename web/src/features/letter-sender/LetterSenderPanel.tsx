import {
  type LetterSender,
  type Municipality,
  maxSenderText,
  parseInput,
  saveLetterSender,
  showLetterSender,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'

const yesOrNo = [
  { id: 'yes', name: 'Ja' },
  { id: 'no', name: 'Nee' },
]

const toBody = ({ contact = '', opening_hours = '', names_employee }: Values): LetterSender => ({
  contact,
  opening_hours,
  names_employee: names_employee === 'yes',
})

type LetterSenderPanelProps = { municipality: Municipality }

/** How residents of a municipality reach the sender of a letter about their bill. */
export function LetterSenderPanel({ municipality }: LetterSenderPanelProps) {
  const client = useQueryClient()
  const sent = { params: { municipality_id: `${municipality.id}` } }
  const sender = useQuery(query(showLetterSender, sent))
  if (!sender.isEnabled) return null
  return (
    <Panel title="Brief over de aanslag">
      <Result of={sender}>
        {(stored) => (
          <SettingForm
            key={municipality.id}
            label="Afzender van de brief over de aanslag"
            filled={{ ...stored, names_employee: stored.names_employee ? 'yes' : 'no' }}
            check={(values) => parseInput(saveLetterSender.body, toBody(values)).errors}
            save={(values) => call(saveLetterSender, { ...sent, body: toBody(values) })}
            onSaved={async () => {
              await invalidate(client, showLetterSender)
              showMessage(`De brieven aan inwoners van ${municipality.name} noemen nu deze afzender`)
            }}
            saves={`Afzender opslaan voor ${municipality.name}`}
            hasSeveralFields
            field={
              <>
                <CountedLinesField
                  name="contact"
                  label="Telefoon en e-mailadres op de brief"
                  maxLength={maxSenderText}
                  isOptional
                />
                <CountedLinesField name="opening_hours" label="Openingstijden" maxLength={maxSenderText} isOptional />
                <RadioField
                  name="names_employee"
                  legend="Staat de naam van de medewerker onder de brief?"
                  options={yesOrNo}
                />
              </>
            }
          />
        )}
      </Result>
    </Panel>
  )
}
