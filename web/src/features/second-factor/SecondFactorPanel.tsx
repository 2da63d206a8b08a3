import { factorKindNames, listSecondFactors, type Reply, type SecondFactor } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { passkeyObstacle } from '../../domain/second-factor/passkeys.ts'
import { SecondFactorReminder } from '../../domain/second-factor/SecondFactorReminder.tsx'
import { countText, dayText } from '../../kit/browser/format.ts'
import { Button, Buttons } from '../../kit/buttons/Button.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { type FactorTask, FactorTaskDialog } from './FactorTaskDialog.tsx'
import styles from './SecondFactorPanel.module.css'

function FactorItem({ factor, onTask }: { factor: SecondFactor; onTask: (task: FactorTask) => void }) {
  const { name, kind, created_at, last_used_at } = factor
  return (
    <li className={`row ${styles.factor}`}>
      <div className="column">
        <strong>{name}</strong>
        <span className="dimmed small">
          {factorKindNames[kind]}, toegevoegd op {dayText(created_at)},{' '}
          {last_used_at ? `gebruikt op ${dayText(last_used_at)}` : 'nog niet gebruikt'}
        </span>
      </div>
      <Buttons>
        <Button variant="default" size="xs" onClick={() => onTask({ kind: 'rename', factor })}>
          Naam wijzigen <span className="visually-hidden">van {name}</span>
        </Button>
        <Button variant="default" size="xs" onClick={() => onTask({ kind: 'remove', factor })}>
          Verwijderen <span className="visually-hidden">van {name}</span>
        </Button>
      </Buttons>
    </li>
  )
}

const codesText = (left: number) =>
  left === 0
    ? 'U hebt geen herstelcodes meer. Maak nieuwe, anders komt u zonder telefoon niet binnen.'
    : `U hebt nog ${countText(left, 'herstelcode', 'herstelcodes')}, voor als u uw telefoon niet hebt.`

function OwnFactors({
  found: { factors, recovery_codes_left, passkey_host },
  onTask,
}: {
  found: Reply<typeof listSecondFactors>
  onTask: (task: FactorTask) => void
}) {
  const obstacle = passkeyObstacle(passkey_host)
  return (
    <>
      {factors.length > 0 && (
        <ul className="column gap-3 ruled" aria-label="Uw tweede factoren">
          {factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onTask={onTask} />
          ))}
        </ul>
      )}
      {factors.length > 0 && <p>{codesText(recovery_codes_left)}</p>}
      <Buttons>
        <Button variant={factors.length > 0 ? 'default' : 'filled'} onClick={() => onTask({ kind: 'app' })}>
          App toevoegen
        </Button>
        {!obstacle && (
          <Button variant="default" onClick={() => onTask({ kind: 'passkey' })}>
            Passkey toevoegen
          </Button>
        )}
        {factors.length > 0 && (
          <Button variant="default" onClick={() => onTask({ kind: 'codes' })}>
            Nieuwe herstelcodes
          </Button>
        )}
      </Buttons>
      {obstacle && <p className="dimmed small">{obstacle}</p>}
    </>
  )
}

/** The second factors of the employee: a list, and the tasks to change it. `newLogin`: logs in at the organisation. */
export function SecondFactorPanel({ newLogin }: { newLogin: ReactNode }) {
  const found = useQuery(query(listSecondFactors, {}))
  const mustAdd = useSession()?.user.second_factor?.must_add
  const [task, setTask] = useState<FactorTask>()
  return (
    <Panel title="Tweede factor">
      {mustAdd && <p className="bold">Voeg eerst een tweede factor toe. Daarna kunt u verder.</p>}
      <SecondFactorReminder />
      <p>
        Met een tweede factor is uw wachtwoord alleen niet genoeg om in te loggen. Kies een app met codes of een
        passkey.
      </p>
      <Result of={found}>{(factors) => <OwnFactors found={factors} onTask={setTask} />}</Result>
      <FactorTaskDialog
        task={task}
        addingNeeds={found.data?.adding_needs}
        newLogin={newLogin}
        onClose={() => setTask(undefined)}
      />
    </Panel>
  )
}
