import { addressLine } from '@rd4-loket/contract'
import {
  type DoneAction,
  isFiling,
  UndoButton,
  undoableText,
  useUndoable,
  useUndoableFailure,
} from '../../domain/undo/undo.tsx'
import { undoKey } from '../../domain/undo/undo-key.ts'
import { countText, timeText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { ActionError, Failure, Panel } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { rollText } from '../../session/session.ts'
import styles from './PassDeskPage.module.css'
import { type DeskIssue, failureText, isUncertain } from './roll-issues.ts'
import type { PassDesk } from './use-pass-desk.ts'

type IssuedRollsProps = { desk: PassDesk }

/** The shortcut key of the undo button of the newest row. */
type Shortcut = { keyshortcuts: string | undefined }

/** An issue of this desk, with the resident and the remaining rolls, or a request that failed. */
function IssuedRow({
  issue,
  undoable,
  desk,
  keyshortcuts,
}: { issue: DeskIssue; undoable: DoneAction | undefined } & IssuedRollsProps & Shortcut) {
  const { resident, rolls, at, rolls_this_year = 0, error } = issue
  const { address, rolls: total } = resident
  const uncertain = error !== undefined && isUncertain(error)
  const what = `${rollText(countText(rolls, 'rol', 'rollen'))} voor ${resident.name}`
  return (
    <li className={`row ${styles.row}`} data-failed={error ? true : undefined}>
      <Icon name={error ? 'alert' : 'check'} size={28} />
      <div>
        <p className="bold">{error ? `${uncertain ? 'Niet zeker' : 'Niet uitgegeven'}: ${what}` : what}</p>
        <p className="dimmed small">
          {address && `${addressLine(address)}, `}
          {!error &&
            total &&
            total.allowance !== null &&
            `nog ${total.allowance - rolls_this_year} van ${total.allowance} dit jaar, `}
          {timeText(new Date(at).toISOString())} uur
        </p>
        {error && <ActionError error={error}>{failureText(error)}</ActionError>}
      </div>
      {uncertain && (
        <Button
          variant="default"
          icon={<Icon name="retry" size={18} />}
          onClick={() => desk.send({ type: 'issue retried', issue })}
        >
          Opnieuw proberen
          <span className="visually-hidden">: {what}</span>
        </Button>
      )}
      {undoable && (
        <UndoButton
          of={undoable}
          subject={what}
          keyshortcuts={keyshortcuts}
          onUndone={() => desk.send({ type: 'undone', action: undoable })}
        />
      )}
    </li>
  )
}

/** An action that is not an issue of this desk: a change of a pass, or rolls issued before the page was opened. */
function UndoableRow({ of, desk, keyshortcuts }: { of: DoneAction } & IssuedRollsProps & Shortcut) {
  return (
    <li className={`row ${styles.row}`}>
      <Icon name="check" size={28} />
      <div>
        <p className="bold">{undoableText(of)}</p>
        <p className="dimmed small">{of.moment}</p>
      </div>
      <UndoButton of={of} keyshortcuts={keyshortcuts} onUndone={() => desk.send({ type: 'undone', action: of })} />
    </li>
  )
}

/** The actions that can be undone for a short time, the rolls just issued, and the requests that failed. */
export function IssuedRolls({ desk }: IssuedRollsProps) {
  const undoable = useUndoable()
  const failure = useUndoableFailure()
  // Excludes a failed request for the resident on screen, because the resident's card shows that error.
  const issues = desk.issues.filter((it) => it.request_id !== undefined || (it.error && it.resident !== desk.resident))
  const others = undoable.filter(({ kind, id }) => kind !== 'roll_issue' || issues.every((it) => it.request_id !== id))
  // The issues of this desk are above the others, but a filing can be what the clerk did last.
  const [latest] = undoable
  const isLastFiled = latest !== undefined && isFiling(latest)
  if (issues.length + others.length === 0 && !failure) return null
  return (
    <Panel title="Net gedaan">
      {failure && <Failure {...failure} />}
      <ul className="ruled">
        {issues.map((issue, at) => (
          <IssuedRow
            key={issue.key}
            issue={issue}
            undoable={undoable.find(({ kind, id }) => kind === 'roll_issue' && id === issue.request_id)}
            desk={desk}
            keyshortcuts={at === 0 && !isLastFiled ? undoKey : undefined}
          />
        ))}
        {others.map((action) => (
          <UndoableRow
            key={`${action.kind} ${action.id}`}
            of={action}
            desk={desk}
            keyshortcuts={action === latest && (isLastFiled || issues.length === 0) ? undoKey : undefined}
          />
        ))}
      </ul>
    </Panel>
  )
}
