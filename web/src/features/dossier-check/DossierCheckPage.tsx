import { checkDossier, type DossierOutcome, maxUploadBytes } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Form, useField } from '../../kit/forms/Form.tsx'
import { FileInput } from '../../kit/forms/Inputs.tsx'
import { Page, Panel } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'

const outcomes: Record<DossierOutcome, { title: string; text: string }> = {
  unchanged: {
    title: 'Ongewijzigd',
    text: 'Dit dossier is precies zoals het loket het maakte. De gegevens kloppen nog.',
  },
  changed: {
    title: 'Gewijzigd',
    text: 'Iemand heeft dit bestand veranderd, of het is geen dossier van dit loket. Vertrouw het niet.',
  },
  outdated: {
    title: 'Ongewijzigd, maar verouderd',
    text: 'Niemand heeft dit bestand veranderd. De gegevens van het loket zijn sindsdien wel anders.',
  },
}

/** Returns an error at the field `file`, for a file that cannot be checked. */
function rejection(file: File | undefined) {
  if (!file) return 'Kies een bestand'
  if (file.size === 0) return 'Dit bestand is leeg'
  if (file.size > maxUploadBytes) return 'Dit bestand is te groot. Een dossier is ten hoogste 5 MB.'
  return undefined
}

/** The field in which a visitor chooses a file. */
function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const { id, name, error } = useField('file')
  return (
    <FileInput
      id={id}
      name={name}
      label="Dossier (pdf, csv of json)"
      description="Het loket bewaart het bestand niet, en toont niets uit het bestand."
      error={error}
      accept=".pdf,.csv,.json"
      onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
    />
  )
}

/** A public page that states whether a dossier is unchanged. Reasons: docs/dossier.md */
export function DossierCheckPage() {
  const [file, setFile] = useState<File>()
  const check = useMutation({
    mutationFn: async (chosen: File) => call(checkDossier, { body: new Uint8Array(await chosen.arrayBuffer()) }),
  })
  const outcome = check.data && outcomes[check.data.outcome]
  return (
    <Page intro="Kreeg u een dossier over een aanslag? Hier ziet u of iemand het heeft veranderd.">
      <div className="stack narrow">
        <Panel>
          <Form
            label="Controleer een dossier"
            error={check.error}
            check={() => {
              const message = rejection(file)
              return message === undefined ? undefined : { file: [message] }
            }}
            onSubmit={() => file && check.mutate(file)}
          >
            <FileField
              onChoose={(chosen) => {
                setFile(chosen)
                check.reset()
              }}
            />
            <Buttons>
              <SubmitButton busy={check.isPending}>Controleer</SubmitButton>
            </Buttons>
          </Form>
        </Panel>
        <div role="status">
          {outcome && (
            <Panel title={outcome.title}>
              <p className="line">
                <Icon name={check.data?.outcome === 'unchanged' ? 'check' : 'alert'} />
                {outcome.text}
              </p>
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}
