import { type BillFlag, flagRuleNames } from '@rd4-loket/contract'
import { useEffect, useRef } from 'react'
import { countText } from '../../../kit/browser/format.ts'
import { Button } from '../../../kit/buttons/Button.tsx'
import { KeyHint } from '../../../kit/buttons/KeyHint.tsx'
import { Icon } from '../../../kit/theme/Icon.tsx'
import styles from './BillPanel.module.css'

const listId = 'bill-flags'

type FlagCountProps = { flags: BillFlag[]; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** The number of facts to check, and the first one in words. A press shows them all. Renders nothing without facts. */
export function FlagCount({ flags: [first, ...others], isOpen, onOpen }: FlagCountProps) {
  if (!first) return null
  return (
    <button
      type="button"
      className={styles.count}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      aria-keyshortcuts="L"
      onClick={() => onOpen(!isOpen)}
    >
      <strong>
        <Icon name="alert" size={18} />
        {countText(others.length + 1, 'ding om na te gaan', 'dingen om na te gaan')}
        <KeyHint>L</KeyHint>
      </strong>
      <span>{first.text}</span>
    </button>
  )
}

/** The facts to check on a bill, each with a button that shows its lifts. The first button gets the focus. */
export function BillFlags({ flags, onShow }: { flags: BillFlag[]; onShow: (ids: number[]) => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} id={listId} aria-label="Let op" className={`ruled ${styles.flags}`}>
      {flags.map(({ rule, clearance_ids, text, check }) => (
        <li key={`${rule} ${clearance_ids.join(' ')}`} className="beside">
          <Icon name="alert" size={20} />
          <div>
            <h3>{flagRuleNames[rule]}</h3>
            <p>{text}</p>
            <p className="dimmed">{check}</p>
            <Button variant="default" size="xs" onClick={() => onShow(clearance_ids)}>
              {clearance_ids.length === 1 ? 'Toon de lediging' : `Toon de ${clearance_ids.length} ledigingen`}
              <span className="visually-hidden">: {flagRuleNames[rule]}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
