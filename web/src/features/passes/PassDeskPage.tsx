import { ApiError, deskPurposes, findResidentAtAddress, purposeNames } from '@rd4-loket/contract'
import { useId } from 'react'
import { PassField } from '../../domain/passes/PassField.tsx'
import { AddressField } from '../../domain/places/AddressField.tsx'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { countText, groupedCode } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Announcement, Empty, ErrorReference, errorText, Failure, Panel, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useDeskMunicipality, useNeverLoadedText } from '../../session/never-loaded.ts'
import { isOffered } from '../../session/offered.tsx'
import { FirstPass, usePassless } from './FirstPass.tsx'
import { IssuedRolls } from './IssuedRolls.tsx'
import styles from './PassDeskPage.module.css'
import { fieldRejection, isLookingUp, isWithoutPass, type Lookup } from './pass-desk.ts'
import { noRollsReason, passHeadline } from './pass-headline.ts'
import { ResidentCard } from './ResidentCard.tsx'
import { type PassDesk, usePassDesk } from './use-pass-desk.ts'

/** The pass desk. A scan and Enter show the resident. A number and Enter issue that number of rolls. */
export function PassDeskPage() {
  const desk = usePassDesk()
  const { resident, passless, failed, unissued, removed, purpose, passField, send } = desk
  const { title: passlessWords } = usePassless()
  const rejected = fieldRejection(desk)
  const serverRejected =
    failed?.error instanceof ApiError ? failed.error.errors.environmental_pass_number?.join(' ') : undefined
  const reason = resident && noRollsReason(resident, purpose)
  const isWaiting = isLookingUp(desk)
  const isEmpty = !resident && !passless && !unissued && !failed && !isWaiting
  const summary = resident && [passHeadline(resident, purpose).text, resident.name, reason].filter(Boolean).join('. ')
  return (
    <ServicesPage>
      <div className={`stack ${styles.desk}`}>
        <Panel title="Zoek een pas">
          <PassField
            field={passField}
            error={
              rejected ? (
                <span key={rejected.id} role="alert">
                  {rejected.reason}
                </span>
              ) : (
                serverRejected
              )
            }
            onEnter={desk.enter}
          />
          {isOffered(findResidentAtAddress) && <PurposeChoice desk={desk} />}
          {isWithoutPass(purpose) && (
            <AddressField label="Adres van de inwoner" onChoose={(alias) => send({ type: 'address chosen', alias })} />
          )}
        </Panel>
        <div className={`stack ${styles.serving}`}>
          {isWaiting && (
            <div className={styles.waiting}>
              <Skeleton lines={4} />
            </div>
          )}
          {failed && (
            <NotFoundPanel
              error={failed.error}
              request={failed}
              onRetry={() => send({ type: 'lookup retried', lookup: failed })}
            />
          )}
          {unissued && (
            <UnissuedRollsPanel {...unissued} onRetry={() => send({ type: 'lookup retried', lookup: unissued })} />
          )}
          <Announcement>{removed ? idleTitle : passless ? passlessWords : !reason && summary}</Announcement>
          {reason && (
            <p role="alert" className="visually-hidden">
              {summary}
            </p>
          )}
          {removed && <IdlePanel onShow={() => send({ type: 'shown again' })} />}
          <p role="status" className={styles.soon}>
            {desk.isIdleSoon &&
              (resident || passless) &&
              'Over 30 seconden gaat de inwoner van het scherm. Druk op een toets om door te gaan.'}
          </p>
          {passless && <FirstPass key={passless.alias} desk={desk} address={passless} />}
          {resident && <ResidentCard key={resident.environmental_pass_number} desk={desk} resident={resident} />}
          {isEmpty && (
            <div className={styles.first}>
              <Empty drawing="scan">
                <p>Scan een pas. Dan ziet u hier van wie de pas is, en hoeveel rollen er nog zijn.</p>
              </Empty>
            </div>
          )}
        </div>
        <div className={styles.issued}>
          <IssuedRolls desk={desk} />
        </div>
      </div>
    </ServicesPage>
  )
}

/** Shown instead of the card when the lookup of a pass or an address failed. */
function NotFoundPanel({ error, request, onRetry }: { error: Error; request: Lookup; onRetry: () => void }) {
  const isPass = request.alias === undefined
  const neverLoaded = useNeverLoadedText('passes', useDeskMunicipality())
  const isRejected = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={isPass ? `Pas ${groupedCode(request.number)}` : purposeNames[request.purpose]}>
      {isRejected ? (
        <div role="alert">
          <p>
            <strong>{errorText(error).replace(/\.?$/, '.')}</strong>
          </p>
          <p>{isPass ? 'Scan de pas nog eens, of controleer het nummer.' : 'Controleer het adres.'}</p>
          {error.status === 404 && (
            <p>
              {neverLoaded ?? 'Komt de inwoner uit een andere gemeente? Verwijs dan naar de balie van die gemeente.'}
            </p>
          )}
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

function PurposeChoice({ desk: { purpose, send } }: { desk: PassDesk }) {
  const name = useId()
  return (
    <fieldset className={`row ${styles.purposes}`}>
      <legend>Waarvoor komt deze klant?</legend>
      {deskPurposes.map((it) => (
        <label className="line" key={it}>
          <input
            type="radio"
            name={name}
            value={it}
            checked={it === purpose}
            onChange={() => send({ type: 'purpose chosen', purpose: it })}
          />
          {purposeNames[it]}
        </label>
      ))}
    </fieldset>
  )
}
