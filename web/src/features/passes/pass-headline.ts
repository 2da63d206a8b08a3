import { blockedReasonNames, isRollPurpose, mayIssueRolls, type Purpose, type Resident } from '@rd4-loket/contract'
import { countText } from '../../kit/browser/format.ts'
import { rollText } from '../../session/session.ts'

type PassFacts = Pick<Resident, 'status' | 'blocked_reason' | 'rolls'>

/**
 * Whether rolls may be issued on a pass, or why not. `valid`: the pass works, but the customer came for something else.
 * Each outcome has its own colour on the card.
 */
export type PassVerdict = 'rolls_left' | 'no_allowance' | 'all_issued' | 'expired' | 'blocked' | 'valid'

/** Returns whether rolls may be issued for a purpose, and a headline that states it. */
export function passHeadline(
  { status, blocked_reason, rolls }: PassFacts,
  purpose: Purpose,
): { verdict: PassVerdict; text: string } {
  if (status === 'blocked')
    return {
      verdict: 'blocked',
      text: blocked_reason ? `Geblokkeerd: ${blockedReasonNames[blocked_reason]}` : 'Geblokkeerd',
    }
  const isForRolls = isRollPurpose(purpose)
  if (status === 'expired')
    return { verdict: 'expired', text: isForRolls ? rollText('Geen rollen: pas vervallen') : 'Pas vervallen' }
  if (purpose === 'pas_defect') return { verdict: 'valid', text: 'Scan nu de nieuwe pas' }
  if (!isForRolls) return { verdict: 'valid', text: 'Actieve pas' }
  // A server that implements only the specification sends no rolls. Then the server decides on every issue.
  if (!rolls) return { verdict: 'rolls_left', text: 'Actief' }
  if (rolls.allowance === null) return { verdict: 'no_allowance', text: rollText('Aantal rollen is niet gekozen') }
  const left = rolls.allowance - rolls.this_year
  if (left > 0) return { verdict: 'rolls_left', text: rollText(`Nog ${countText(left, 'rol', 'rollen')}`) }
  return {
    verdict: 'all_issued',
    text: rollText(rolls.allowance > 1 ? `Alle ${rolls.allowance} rollen gehad` : 'Geen rollen meer dit jaar'),
  }
}

/**
 * Returns why no rolls can be issued on a pass, and what the employee can do. Returns undefined if rolls can be issued,
 * and for a purpose other than rolls.
 */
export function noRollsReason(pass: PassFacts & Pick<Resident, 'replaced_by'>, purpose: Purpose): string | undefined {
  if (!isRollPurpose(purpose)) return undefined
  switch (passHeadline(pass, purpose).verdict) {
    case 'rolls_left':
      return undefined
    case 'no_allowance':
      return pass.rolls && rollText(mayIssueRolls(pass.rolls) ?? '')
    case 'all_issued':
      return rollText('Vanaf 1 januari kan de inwoner weer rollen krijgen.')
    default:
      return `${rollText('Op deze pas kunt u geen rollen uitgeven.')} ${pass.replaced_by ? 'Open de nieuwe pas.' : 'De inwoner heeft een nieuwe pas nodig.'}`
  }
}
