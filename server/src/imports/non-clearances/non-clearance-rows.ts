import { NonClearanceReason } from '@rd4-loket/contract'
import { UsageError } from '../../platform/runtime/command.ts'
import { eventFileColumns, eventParser, parseSupplierName } from '../clearances/clearance-rows.ts'
import type { DeliveredNonClearance } from './locate-non-clearances.ts'

/** The columns of a file with non-clearances. TOELICHTING is free text of the crew about persons. */
export const nonClearanceFileColumns = {
  ...eventFileColumns,
  required: [...eventFileColumns.required, 'NIETLEDIGING_ID', 'REDEN_ID', 'MOMENT'],
  unread: [...eventFileColumns.unread, 'TOELICHTING'],
}

/** Returns the form in which names of reasons are compared: in capitals, with `_` and spaces as one space. */
const reasonForm = (text: string) =>
  text
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase()

const ownNames = new Map(NonClearanceReason.options.map((reason) => [reasonForm(reason), reason]))

/** Returns our reasons by the names of a supplier. Our own names are always known. */
export const reasonsByName = (ofSupplier: { name: string; reason: NonClearanceReason }[]) =>
  new Map([...ownNames, ...ofSupplier.map(({ name, reason }) => [name, reason] as const)])

/**
 * Returns the parser of a file with non-clearances. The key number of a shared container is the pass of a resident, and
 * its address is that of a resident: neither is stored.
 */
export const nonClearanceParser = (header: string[], now?: number) =>
  eventParser<DeliveredNonClearance>(
    header,
    {
      columns: nonClearanceFileColumns,
      key: 'NIETLEDIGING_ID',
      moment: 'MOMENT',
      parse: (column, event, happened_at) => ({
        ...event,
        ...(event.shared && { address_code: null, address: null, chip_number: null }),
        reason_name: parseSupplierName(reasonForm(column('REDEN_ID')), 'REDEN_ID'),
        happened_at,
      }),
    },
    now,
  )

/** Returns the names and reasons of an option such as `T1=te_zwaar,D=deksel_open`. Throws a UsageError. */
export const parseReasons = (option: string | undefined) => {
  const pairs = (option?.split(',') ?? []).map((pair) => {
    const [name = '', text = '', ...more] = pair.split('=').map(reasonForm)
    const reason = ownNames.get(text)
    if (name === '' || !reason || more.length > 0)
      throw new UsageError(
        `Geef bij --reasons een reden uit ${NonClearanceReason.options.join(', ')}, zoals T1=te_zwaar.`,
      )
    return { name, reason }
  })
  const names = pairs.map(({ name }) => name)
  const repeated = names.find((name, at) => names.indexOf(name) < at)
  if (repeated) throw new UsageError(`Bij --reasons staat ${repeated} twee keer.`)
  return pairs
}
