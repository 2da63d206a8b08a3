import {
  type AreaRules,
  type CollectionRule,
  listAreaRules,
  type Municipality,
  shortCategoryNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { countText, dayText, longDayText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { query } from '../../session/queries.ts'
import { ChangedBy } from './ChangeForm.tsx'
import { CollectionListForm } from './CollectionListForm.tsx'
import styles from './CollectionsPage.module.css'
import { ScheduleForm } from './ScheduleForm.tsx'

/** Describes a rule: `elke 2 weken, vanaf woensdag 7 januari 2026`. */
function ruleText({ every_weeks, days, valid_from, valid_to }: CollectionRule) {
  if (every_weeks === null) return (days ?? []).map(dayText).join(', ')
  const interval = every_weeks === 1 ? 'elke week' : `elke ${every_weeks} weken`
  return `${interval}, vanaf ${longDayText(valid_from)}${valid_to ? ` tot en met ${dayText(valid_to)}` : ''}`
}

function AreaItem({ of: { name, rules, changed } }: { of: AreaRules }) {
  return (
    <details className={styles.area}>
      <summary>
        {name} <span className={styles.count}>{countText(rules.length, 'regel', 'regels')}</span>
      </summary>
      {rules.length === 0 && <p>Hier wordt niets opgehaald.</p>}
      <ul className={`ruled ${styles.rows}`}>
        {rules.map((rule) => (
          <li key={`${rule.category} ${rule.valid_from}`} className="row">
            <StreamMark stream={rule.category} size={28} />
            <p>
              {shortCategoryNames[rule.category]}: {ruleText(rule)}
            </p>
          </li>
        ))}
      </ul>
      <ChangedBy of={changed} />
    </details>
  )
}

/** How often each stream is collected in each area, and the forms that change it. */
export function RulesPanel({ municipality }: { municipality: Municipality }) {
  const areas = useQuery(query(listAreaRules, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Ophaalregels">
      <Result of={areas} empty={<p>Deze gemeente heeft nog geen ophaalgebieden.</p>}>
        {(found) => (
          <>
            <div className="ruled">
              {found.map((area) => (
                <AreaItem key={area.id} of={area} />
              ))}
            </div>
            <ScheduleForm key={municipality.id} municipality={municipality} areas={found} />
            <CollectionListForm key={`list ${municipality.id}`} municipality={municipality} areas={found} />
          </>
        )}
      </Result>
    </Panel>
  )
}
