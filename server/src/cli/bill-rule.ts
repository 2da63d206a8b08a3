import { appendAuditEvent, commandLineActor } from '../domain/access-log/audit-log.queries.ts'
import { lockBillRule, updateBillRule } from '../domain/bill/bill-rules.queries.ts'
import { type Command, UsageError } from '../platform/runtime/command.ts'
import { findNamedMunicipality } from './named-municipality.ts'

const prorations = {
  twelfths: 'per hele kalendermaand (de modelverordening)',
  days: 'per dag',
  none: 'niet: wie verhuist, betaalt het hele vast deel',
}
type BillProration = keyof typeof prorations
const isProration = (text: string): text is BillProration => Object.hasOwn(prorations, text)

/** Sets how the bills of a municipality are computed. */
export const changeBillRule: Command = {
  name: 'bill-rule',
  summary: 'legt vast hoe de aanslag van een gemeente wordt berekend',
  database: 'existing',
  options: {
    municipality: { value: 'GEMEENTE', summary: 'naam of CBS-code' },
    proration: { value: 'WIJZE', summary: Object.keys(prorations).join(', ') },
    'standard-containers': {
      value: 'AANTAL',
      summary: 'hoeveel containers per afvalstroom zonder huur, van 0 tot en met 20',
    },
  },
  explanation: `Hoe het vast deel en de huur worden verdeeld als iemand verhuist:
${Object.entries(prorations)
  .map(([key, text]) => `  ${key.padEnd(10)}${text}`)
  .join('\n')}
Een gemeente waarvoor niets is vastgelegd, rekent met twelfths en één container. Wat niet genoemd wordt, blijft zoals het is.`,

  async run({ options, openDatabase }) {
    const { municipality, proration = null, 'standard-containers': containers } = options
    if (!municipality) throw new UsageError('Geef met --municipality de gemeente.')
    if (proration === null && containers === undefined)
      throw new UsageError('Geef --proration, --standard-containers of allebei.')
    if (proration !== null && !isProration(proration))
      throw new UsageError(`Kies bij --proration uit ${Object.keys(prorations).join(', ')}.`)
    const standard_containers = containers === undefined ? null : parseContainers(containers)
    const { db } = await openDatabase()
    const { id, name } = await findNamedMunicipality(db, municipality)
    const rule = await db.transaction(async (transaction) => {
      const before = await lockBillRule(transaction, id)
      if (!before) throw new Error('The rule was not stored')
      const after = {
        proration: proration ?? before.proration,
        standard_containers: standard_containers ?? before.standard_containers,
      }
      await updateBillRule(transaction, id, after)
      const object = { kind: 'bill_rule', key: id } as const
      const event = { action: 'change_bill_rule', result: 'done', object, change: { before, after } } as const
      await appendAuditEvent(transaction, commandLineActor(), event)
      return after
    })
    return `${name}: verdelen ${prorations[rule.proration]}; geen huur voor ${rule.standard_containers} ${rule.standard_containers === 1 ? 'container' : 'containers'} per afvalstroom.`
  },
}

function parseContainers(text: string) {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= 20)) throw new UsageError('Geef met --standard-containers een aantal van 0 tot en met 20.')
  return count
}
