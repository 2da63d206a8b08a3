import { TextInput } from '@mantine/core'
import { ApiError, findResident, parseInput } from '@rd4-loket/contract'
import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { groupedCode } from '../../shared/equipment.ts'
import fieldStyles from '../../shared/Field.module.css'
import { Icon } from '../../shared/Icon.tsx'
import { Page } from '../../shared/Page.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { Failure, Skeleton } from '../../shared/Result.tsx'
import { ServicesTabs } from '../../shared/ServicesTabs.tsx'
import { IssuedRolls } from './IssuedRolls.tsx'
import styles from './PassDeskPage.module.css'
import { usePassDesk } from './pass-desk.ts'
import { statusText, whyNot } from './pass-status.ts'
import { ResidentCard } from './ResidentCard.tsx'

/** What a clerk enters: one or two digits are a number of rolls, everything else is a pass. */
const isRolls = (text: string) => /^\d{1,2}$/.test(text)

const takesKeys = 'a, button, input, select, textarea, summary, [contenteditable], dialog *'

/** A scan must not be lost because somebody clicked beside the field: what nothing else takes goes there. */
function useStrayKeys(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const toField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.length !== 1 || ctrlKey || metaKey || altKey || document.activeElement?.matches(takesKeys)) return
      field.current?.focus()
    }
    document.addEventListener('keydown', toField)
    return () => document.removeEventListener('keydown', toField)
  }, [field])
}

function NotFound({ error, number, onRetry }: { error: Error; number: string; onRetry: (number: string) => void }) {
  const known = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={`Pas ${groupedCode(number)}`}>
      {known ? (
        <div role="alert">
          <p>
            <strong>{error.message}.</strong>
          </p>
          <p>Scan de pas nog eens, of controleer het nummer.</p>
        </div>
      ) : (
        <Failure error={error} retry={() => onRetry(number)} />
      )}
    </Panel>
  )
}

/** The pass desk: a scan and Enter show the resident, a digit and Enter issue that many rolls. */
export function PassDeskPage() {
  const desk = usePassDesk()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  useStrayKeys(field)

  const scan = (typed: string) => {
    const { errors } = parseInput(findResident.body, { environmental_pass_number: typed })
    setRefused(errors?.environmental_pass_number?.join(' '))
    if (!errors) desk.find(typed)
    return !errors
  }

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    const typed = input?.value.trim()
    if (!input || !typed) return
    if (isRolls(typed) && desk.serving) {
      desk.issue(Number(typed))
      input.value = ''
    } else if (scan(typed)) input.value = ''
    // What was wrong stays to be read; the next scan writes over it.
    else input.select()
  }

  const { resident, lookup, issues } = desk
  return (
    <Page heading="Services & instellingen">
      <ServicesTabs />
      <div className={styles.desk}>
        <Panel title="Milieupas">
          <form className={styles.scan} onSubmit={enter} noValidate aria-label="Milieupas zoeken">
            <TextInput
              ref={field}
              id={`${id}pass`}
              name="environmental_pass_number"
              label="Pasnummer"
              description="Scan de pas, of typ het nummer en druk op Enter."
              error={refused}
              size="lg"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              classNames={{ ...fieldStyles, input: `${fieldStyles.input} ${styles.number}` }}
              leftSection={<Icon name="pass" />}
              data-focus-first
            />
          </form>
        </Panel>
        {lookup.isPending && (
          <div className={styles.waiting}>
            <Skeleton lines={4} />
          </div>
        )}
        {lookup.error && <NotFound error={lookup.error} number={lookup.variables} onRetry={desk.find} />}
        <p role="status" className="visually-hidden">
          {resident && [statusText(resident), resident.name, whyNot(resident)].filter(Boolean).join('. ')}
        </p>
        {resident && (
          <ResidentCard
            key={resident.environmental_pass_number}
            resident={resident}
            issue={issues.find((it) => it.resident === resident)}
            passField={field}
            onScan={scan}
            onIssue={desk.issue}
          />
        )}
        <IssuedRolls
          issues={issues.filter((it) => it.request_id !== undefined || (it.error && it.resident !== resident))}
          onRetry={desk.retry}
          onUndone={desk.undone}
          passField={field}
        />
      </div>
    </Page>
  )
}
