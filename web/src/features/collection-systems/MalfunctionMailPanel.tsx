import { type Municipality, mayUse, parseInput, saveMalfunctionMail, showMalfunctionMail } from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { Field, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

const toBody = ({ recipient = '' }: Values) => ({ recipient: recipient.trim() || null })

/** The address of a municipality that gets a mail about each malfunction of its collection systems. */
export function MalfunctionMailPanel({ municipality }: { municipality: Municipality }) {
  const client = useQueryClient()
  const user = useSession()?.user
  const params = { municipality_id: `${municipality.id}` }
  const mail = useQuery(query(showMalfunctionMail, { params }))
  if (!mail.isEnabled) return null
  return (
    <Panel title="Storingen">
      <p className="dimmed">
        Dit adres krijgt een bericht als een storing is gemeld, gewijzigd of opgelost. De toelichting staat daar niet
        in.
      </p>
      <Result of={mail}>
        {({ recipient }) =>
          !mayUse(saveMalfunctionMail.access, user) ? (
            <p>
              {recipient ?? 'Er is geen adres.'} <span className="dimmed">Een beheerder wijzigt dit.</span>
            </p>
          ) : (
            <SettingForm
              key={municipality.id}
              label="Adres voor storingen"
              filled={{ recipient: recipient ?? '' }}
              check={(values) => parseInput(saveMalfunctionMail.body, toBody(values)).errors}
              save={(values) => call(saveMalfunctionMail, { params, body: toBody(values) })}
              onSaved={async (saved) => {
                await invalidate(client, showMalfunctionMail)
                showMessage(
                  saved.recipient
                    ? `Storingen in ${municipality.name} gaan naar ${saved.recipient}`
                    : `Over storingen in ${municipality.name} gaat geen bericht meer uit`,
                )
              }}
              saves={`Adres opslaan voor ${municipality.name}`}
              field={
                <Field
                  name="recipient"
                  label="E-mailadres"
                  description="Een algemeen adres van de gemeente. Leeg: geen berichten."
                  inputMode="email"
                  autoComplete="off"
                  spellCheck={false}
                />
              }
            />
          )
        }
      </Result>
    </Panel>
  )
}
