import { ApiError, deskPurposes, isRollPurpose, purposeNames } from '@rd4-loket/contract'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { PassField, usePassScan } from '../../domain/passes/PassField.tsx'
import { AddressField } from '../../domain/places/AddressField.tsx'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { countText, groupedCode } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Announcement, Empty, ErrorReference, errorText, Failure, Panel, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { takePasses } from '../../session/carried-pass.ts'
import { Extra } from '../../session/extra-calls.tsx'
import { FirstPass } from './FirstPass.tsx'
import { IssuedRolls } from './IssuedRolls.tsx'
import styles from './PassDeskPage.module.css'
import purposeStyles from './PurposeChoice.module.css'
import { isWithoutPass, type Lookup, type PassDesk, passlessTitle, usePassDesk } from './pass-desk.ts'
import { noRollsReason, passHeadline } from './pass-headline.ts'
import { ResidentCard } from './ResidentCard.tsx'

/** Returns whether a text is a number of rolls: one or two digits. Any other text is a pass number. */
const isRolls = (text: string) => /^\d{1,2}$/.test(text)

/** The pass desk. A scan and Enter show the resident. A number and Enter issue that number of rolls. */
export function PassDeskPage() {
  const desk = usePassDesk()
  const field = useRef<HTMLInputElement>(null)
  const [refused, scan] = usePassScan(desk.enterPass, desk.refusalOf)

  const enter = (typed: string) => {
    if (typed === '' && desk.isDoublePress()) return false
    desk.clearFailed()
    if (!isRolls(typed) || !desk.isServing || !isRollPurpose(desk.purpose.purpose)) return scan(typed)
    desk.issue(Number(typed))
    return true
  }

  const onCarried = useEffectEvent((number: string) => {
    desk.find(number)
    field.current?.focus()
  })
  useEffect(() => takePasses(onCarried), [])

  const { resident, passless, lookup, unissued } = desk
  const { purpose } = desk.purpose
  const rejected =
    lookup.error instanceof ApiError ? lookup.error.errors.environmental_pass_number?.join(' ') : undefined
  const reason = resident && noRollsReason(resident, purpose)
  const isIdle = !resident && !passless && !unissued && lookup.isIdle
  const summary = resident && [passHeadline(resident, purpose).text, resident.name, reason].filter(Boolean).join('. ')
  return (
    <ServicesPage>
      <div className={`stack ${styles.desk}`}>
        <Panel title="Zoek een pas">
          <PassField field={field} error={refused || rejected} onEnter={enter} />
          <Extra>
            <PurposeChoice of={desk.purpose} />
            {isWithoutPass(purpose) && (
              <AddressField
                label="Adres van de inwoner"
                onChoose={(alias) => {
                  // The card moves the focus to the number of rolls only from an empty pass field.
                  field.current?.focus()
                  desk.findAt(alias, purpose)
                }}
              />
            )}
          </Extra>
        </Panel>
        <div className={`stack ${styles.serving}`}>
          {lookup.isPending && (
            <div className={styles.waiting}>
              <Skeleton lines={4} />
            </div>
          )}
          {lookup.error && (
            <NotFoundPanel
              error={lookup.error}
              request={lookup.variables}
              onRetry={() => desk.findAgain(lookup.variables)}
            />
          )}
          {unissued && <UnissuedRollsPanel {...unissued} onRetry={() => desk.findAgain(unissued)} />}
          <Announcement>{desk.retryPage ? idleTitle : passless ? passlessTitle : !reason && summary}</Announcement>
          {reason && (
            <p role="alert" className="visually-hidden">
              {summary}
            </p>
          )}
          {desk.retryPage && <IdlePanel onShow={desk.retryPage} />}
          <p role="status" className={styles.soon}>
            {desk.clearsSoon && 'Over 30 seconden gaat de inwoner van het scherm. Druk op een toets om door te gaan.'}
          </p>
          {passless && <FirstPass key={passless.alias} desk={desk} address={passless} passField={field} />}
          {resident && (
            <ResidentCard
              key={resident.environmental_pass_number}
              desk={desk}
              resident={resident}
              passField={field}
              onScan={scan}
            />
          )}
          {isIdle && (
            <div className={styles.first}>
              <Empty drawing="scan">
                <p>Scan een pas. Dan ziet u hier van wie de pas is, en hoeveel rollen er nog zijn.</p>
              </Empty>
            </div>
          )}
        </div>
        <div className={styles.issued}>
          <IssuedRolls desk={desk} passField={field} />
        </div>
      </div>
    </ServicesPage>
  )
}

/** Shown instead of the card when the lookup of a pass or an address failed. */
function NotFoundPanel({ error, request, onRetry }: { error: Error; request: Lookup; onRetry: () => void }) {
  const isPass = request.alias === undefined
  const isRejected = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={isPass ? `Pas ${groupedCode(request.number)}` : purposeNames[request.purpose]}>
      {isRejected ? (
        <div role="alert">
          <p>
            <strong>{errorText(error).replace(/\.?$/, '.')}</strong>
          </p>
          <p>{isPass ? 'Scan de pas nog eens, of controleer het nummer.' : 'Controleer het adres.'}</p>
          <p>Komt de inwoner uit een andere gemeente? Verwijs dan naar de balie van die gemeente.</p>
          <ErrorReference error={error} />
        </div>
      ) : (
        <Failure error={error} retry={onRetry} />
      )}
    </Panel>
  )
}

type UnissuedRollsPanelProps = Lookup & { error: Error; onRetry: () => void }

/** Rolls that were entered before the card was on screen. They were not issued, because the lookup failed. */
function UnissuedRollsPanel({ number, alias, rolls = 0, error, onRetry }: UnissuedRollsPanelProps) {
  const subject = alias === undefined ? `pas ${groupedCode(number)}` : 'het gekozen adres'
  return (
    <Panel title={`Niet uitgegeven: ${countText(rolls, 'rol', 'rollen')} voor ${subject}`}>
      <Failure error={error} retry={onRetry} />
    </Panel>
  )
}

const idleTitle = 'Inwoner van het scherm gehaald'

/** Replaces a card that was removed from an idle screen. A button shows the card and the typed number again. */
function IdlePanel({ onShow }: { onShow: () => void }) {
  return (
    <Panel title={idleTitle}>
      <p>Vijf minuten heeft niemand iets gedaan. Wat u had ingevuld, is bewaard.</p>
      <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={onShow}>
        Toon de inwoner weer
      </Button>
    </Panel>
  )
}

function PurposeChoice({ of: { purpose, choose } }: { of: PassDesk['purpose'] }) {
  const name = useId()
  return (
    <fieldset className={`row ${purposeStyles.purposes}`}>
      <legend>Waarvoor komt deze klant?</legend>
      {deskPurposes.map((it) => (
        <label className="line" key={it}>
          <input type="radio" name={name} value={it} checked={it === purpose} onChange={() => choose(it)} />
          {purposeNames[it]}
        </label>
      ))}
    </fieldset>
  )
}
