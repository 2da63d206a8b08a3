import {
  type AuditEntry,
  actionWords,
  auditResultNames,
  type LoggedValues,
  purposeNames,
  roleNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { booleanText, dayText, momentText } from '../../kit/browser/format.ts'
import { rollText } from '../../session/session.ts'

/** Returns who caused an entry. */
function authorOf({ employee, origin }: AuditEntry) {
  if (employee) return employee
  return /^(command line|database|import .*)$/.test(origin) ? 'Het systeem' : 'Een onbekende'
}

/** Returns where a pass belongs: 'aan de Akerstraat'. A name that begins with a preposition stands alone. */
function streetText(street: string) {
  if (/^(aan|achter|bij|de|den|het|'t|in|onder|op|over|te|ten|ter|tussen|voor)\b/i.test(street)) return `(${street})`
  return `aan ${/(plein|hof|park|pad|veld|erf|dorp|laantje|straatje|wegje)$/i.test(street) ? 'het' : 'de'} ${street}`
}

/** Returns the object of an entry in words. `pass_ending`: the last characters of the pass that was searched for. */
function objectText({ object_kind, object_key, object_name, pass }: AuditEntry, pass_ending: string | undefined) {
  if (object_kind === 'pass' && pass) return `milieupas …${pass.ending} ${streetText(pass.street)}`
  if (object_kind === 'pass') return pass_ending ? `milieupas …${pass_ending}` : 'een milieupas'
  if (object_kind === 'address') return object_name ?? 'een vervallen adres'
  if (object_kind === 'employee' || object_kind === 'employee_month') return object_name ?? 'een oud-medewerker'
  if (object_kind === 'organisation') return `organisatie ${object_key}`
  if (object_kind === 'backup') return momentText(object_key ?? '')
  if (object_kind === 'call') return `een aanroep (${object_key})`
  return object_name
}

const outcomeName = ({ action, result }: AuditEntry) =>
  action === 'check_restore' ? 'niet goed' : auditResultNames[result].toLowerCase()

const minutesOfContact = 10
const sameContact = (one: AuditEntry, next: AuditEntry) =>
  one.object_key !== null &&
  one.old_values === null &&
  next.old_values === null &&
  one.employee === next.employee &&
  one.object_kind === next.object_kind &&
  one.object_key === next.object_key &&
  one.purpose === next.purpose &&
  one.result === next.result &&
  actionWords[one.action][2] === actionWords[next.action][2] &&
  Math.abs(Date.parse(one.happened_at) - Date.parse(next.happened_at)) <= minutesOfContact * 60_000

/**
 * Groups adjacent entries of one contact: the same employee, object, purpose and outcome, at most 10 minutes apart. An
 * entry with old values is always alone in its group.
 */
export function groupContacts(entries: AuditEntry[]): [AuditEntry, ...AuditEntry[]][] {
  const groups: [AuditEntry, ...AuditEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const previous = last?.at(-1)
    if (last && previous && sameContact(previous, entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

const listText = (words: string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} en ${words.at(-1)}`

/** Returns what was done in a contact, earliest first. Omits a verb that equals the verb before it. */
function doneText(group: AuditEntry[]) {
  const done = [...new Set(group.toReversed().map(({ action }) => rollText(actionWords[action][1])))]
  const verbOf = (text: string) => text.split(' ')[0]
  return listText(
    done.map((text, index) => {
      const before = done[index - 1]
      return before && verbOf(before) === verbOf(text) ? text.slice(text.indexOf(' ') + 1) : text
    }),
  )
}

/** Returns the Dutch sentence about a contact, in parts: the text before its object, the object, and the text after. */
export function sentenceParts(group: [AuditEntry, ...AuditEntry[]], pass_ending?: string) {
  const [entry] = group
  const [, , preposition, last] = actionWords[entry.action]
  const object = preposition === undefined ? null : objectText(entry, pass_ending)
  const before = [authorOf(entry), doneText(group), object && preposition].filter(Boolean).join(' ')
  const purpose = entry.purpose ? ` (${rollText(purposeNames[entry.purpose])})` : ''
  const outcome = entry.result === 'done' ? '' : `: ${outcomeName(entry)}`
  return { before, object, after: `${last ? ` ${last}` : ''}${purpose}${outcome}` }
}

const valueNames: Record<string, string> = {
  ...wasteStreamNames,
  name: 'naam',
  postal_codes: 'postcodes',
  addresses: 'losse adressen',
  published_on: 'te zien vanaf',
  roll_singular: 'naam van één stuk',
  roll_plural: 'naam van meer stuks',
  changed_by: 'bepaald door',
  characters: 'tekens van een pasnummer',
  min_length: 'kleinste aantal tekens',
  max_length: 'grootste aantal tekens',
  prefixes: 'tekens van de lezer vooraan',
  suffixes: 'tekens van de lezer achteraan',
  volume_litres: 'liter per route en dag',
  opens: 'open vanaf',
  closes: 'open tot',
  tolerance: 'keer buiten kantoortijd zonder uitleg',
  contact: 'telefoon en e-mailadres op de brief',
  opening_hours: 'openingstijden',
  names_employee: 'naam van de medewerker onder de brief',
  recipient: 'e-mailadres',
  title: 'titel',
  html: 'tekst',
  spoken: 'tekst om voor te lezen',
  places: 'plaatsen',
  waste_type: 'afvalstroom',
  code: 'reden',
  important: 'belangrijk',
  shown_from: 'vanaf',
  shown_until: 'tot',
  valid_from: 'van',
  valid_to: 'tot en met',
  municipality: 'gemeente',
  roles: 'rollen',
  blocked: 'geblokkeerd',
  proration: 'verdeling bij verhuizing',
  standard_containers: 'containers zonder huur',
  status: 'status',
  address: 'adres',
}
const withDays = (text: string) => text.replace(/\b\d{4}-\d\d-\d\d\b/g, dayText)

const valueWords: Record<string, string> = {
  ...roleNames,
  twelfths: 'per maand',
  days: 'per dag',
  none: 'niet',
  two_employees: 'twee medewerkers',
  digits: 'alleen cijfers',
  letters_and_digits: 'cijfers en letters',
}

const textOfHtml = (html: string) => {
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html')
  return body.textContent.replace(/\s+/g, ' ').trim()
}

function valueText(name: string, value: LoggedValues[string] | undefined) {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'leeg'
  if (typeof value === 'boolean') return booleanText(value).toLowerCase()
  return [value]
    .flat()
    .map((part) => valueWords[part] ?? withDays(name === 'html' ? textOfHtml(String(part)) : String(part)))
    .join(' en ')
}

const changedNames = ({ old_values, new_values }: AuditEntry) => Object.keys({ ...old_values, ...new_values })

/** The Dutch plural of the values that one entry can change together, by the kind of the entry. */
const foldedNames: Record<string, string> = { collection_change: 'ophaaldagen', tariff: 'tarieven' }

/** Returns the number of changed days or tariffs; undefined when only one changed, and for any other entry. */
export function foldedChangeText(entry: AuditEntry) {
  const { length } = changedNames(entry)
  const folded = foldedNames[entry.object_kind ?? '']
  return folded && length > 1 ? `${length} ${folded} gewijzigd` : undefined
}

/** Returns a line for each changed value: 'rollen per huishouden: 6, nu 99'. */
export function changeTexts(entry: AuditEntry) {
  const { old_values, new_values } = entry
  return changedNames(entry).map((name) =>
    name === 'proposed_by'
      ? `voorgesteld door ${valueText(name, new_values?.[name])}`
      : `${name === 'rolls' ? rollText('rollen per huishouden') : (valueNames[name] ?? withDays(name))}: was ${valueText(name, old_values?.[name])}, nu ${valueText(name, new_values?.[name])}`,
  )
}
