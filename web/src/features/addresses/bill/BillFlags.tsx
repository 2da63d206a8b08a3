import { type BillFlag, flagRuleNames } from '@rd4-loket/contract'
import { Button } from '../../../kit/buttons/Button.tsx'
import { Panel } from '../../../kit/page/Page.tsx'
import { Icon } from '../../../kit/theme/Icon.tsx'
import styles from './BillPanel.module.css'

/** Facts to check on a bill, each with a button that shows its lifts. Renders nothing if there are no such facts. */
export function BillFlags({ flags, onShow }: { flags: BillFlag[]; onShow: (ids: number[]) => void }) {
  if (flags.length === 0) return null
  return (
    <Panel title="Let op">
      <ul className={`ruled ${styles.flags}`}>
        {flags.map(({ rule, clearance_ids, text, check }) => (
          <li key={`${rule} ${clearance_ids.join(' ')}`} className="beside">
            <Icon name="alert" size={20} />
            <div className="column gap-2">
              <h3>{flagRuleNames[rule]}</h3>
              <p>{text}</p>
              <p className="dimmed">{check}</p>
              {clearance_ids.length > 0 && (
                <div>
                  <Button variant="default" size="xs" onClick={() => onShow(clearance_ids)}>
                    {clearance_ids.length === 1 ? 'Toon de lediging' : `Toon de ${clearance_ids.length} ledigingen`}
                    <span className="visually-hidden">: {flagRuleNames[rule]}</span>
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
