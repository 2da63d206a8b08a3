import { blockedReasonNames, type PassStatus, type Resident } from '@rd4-loket/contract'
import { groupedCode } from '../../domain/equipment/equipment.ts'
import { countText } from '../../kit/browser/format.ts'

const statusNames: Record<PassStatus, string> = { active: 'Actief', blocked: 'Geblokkeerd', expired: 'Vervallen' }

type Pass = Pick<Resident, 'status' | 'blocked_reason' | 'replaced_by'>

/** What there is to say about a pass, from why it is blocked to what came in its place. */
export function statusText({ status, blocked_reason, replaced_by }: Pass) {
  const reason = blocked_reason && `: ${blockedReasonNames[blocked_reason]}`
  return `${statusNames[status]}${reason ?? ''}${replaced_by ? `, vervangen door ${groupedCode(replaced_by)}` : ''}`
}

/** Why nothing can be issued on a pass; undefined where something can. */
export function whyNot({ status, replaced_by, rolls }: Pass & Pick<Resident, 'rolls'>): string | undefined {
  if (status !== 'active')
    return `Op deze pas kunt u geen rollen uitgeven. ${replaced_by ? 'Vraag naar de nieuwe pas.' : 'De inwoner kan een nieuwe pas aanvragen.'}`
  return rolls.this_year < rolls.allowance
    ? undefined
    : `Deze pas heeft dit jaar alle ${countText(rolls.allowance, 'rol', 'rollen')} al gehad.`
}
