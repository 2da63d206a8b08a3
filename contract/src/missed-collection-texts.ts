import { type BroughtStream, broughtText } from './calendar.ts'
import { dutchClock, type MissedCollection, type MissedCollectionReason } from './missed-collections.ts'
import { nonClearanceText, type StartHours, startHour } from './non-clearances.ts'
import { wasteStreamWords } from './waste-streams.ts'

const nextDay = 'De volgende ophaaldag is {datum}.'
const passedOn = 'Ik geef dit door.'

/**
 * What an employee reads aloud about each decision, by code. `{datum}` is the day of the next step, and `{dag}` the day
 * that the decision is about: of the report, the lift, the container or the cancelled collection.
 */
export const missedCollectionTexts: Record<
  Exclude<MissedCollectionReason, 'reason_from_truck'> | 'open_report_overdue' | 'no_container_yet',
  string
> = {
  ok: 'Ik geef uw melding door.',
  street_likely_missed: `Meer bewoners van uw straat hebben dit gemeld. Waarschijnlijk is de wagen niet geweest. ${passedOn}`,
  records_differ: 'De gegevens van die dag spreken elkaar tegen. Ik laat dit uitzoeken.',
  emptied: 'Uw container is op {dag} wel geleegd. Blijft er afval vastzitten, dan telt de lediging toch.',
  open_report: 'U hebt dit op {dag} al gemeld. Uiterlijk {uiterlijk} is er antwoord.',
  open_report_overdue: 'U hebt dit op {dag} gemeld. Dat duurt te lang. De melding staat nu bovenaan.',
  recollection_planned: 'De wagen komt op {datum} opnieuw. Zet uw container dan vóór {uur} uur buiten.',
  street_missed: 'De wagen is niet in uw straat geweest. Hij komt op {datum}. Laat uw container staan.',
  decided: `Uw melding van {dag} is bekeken. {antwoord} ${nextDay}`,
  crew_not_done: 'De wagen is nog onderweg. Is uw container {tijd} nog vol? Neem dan weer contact op.',
  outside_window: `Melden kon tot en met {dag}. ${nextDay}`,
  not_collection_day: `Op {dag} is bij u geen {afval} opgehaald. ${nextDay}`,
  moved_day: 'De ophaaldag is verplaatst naar {datum}{oorzaak}.',
  holiday: 'De ophaaldag is verplaatst naar {datum}{oorzaak}.',
  cancelled: `De ophaaldag van {dag} ging niet door{oorzaak}. ${nextDay}`,
  no_container: 'Op uw adres staat geen container voor {afvalstroom}. Die vraagt u aan bij de inzamelaar.',
  no_container_yet: `Uw container is pas op {dag} geplaatst. ${nextDay}`,
  container_removed:
    'De container voor {afvalstroom} is op {dag} weggehaald. Een nieuwe vraagt u aan bij de inzamelaar.',
  shared_container: '{verzamelsysteem}.',
  no_collection_days: 'Voor uw adres is geen ophaaldag van {afvalstroom} bekend. Neem contact op met de inzamelaar.',
}

/** What is said about the reasons of the truck before an allowed report: whether they were delivered. */
export const reasonsLoadedTexts: Record<NonNullable<MissedCollection['reasons_loaded']>, string> = {
  never: 'Wij krijgen hier geen redenen van de inzamelaar. Zit er een kaart aan uw container?',
  until: 'De redenen zijn bekend tot en met {redenen}. Zit er een kaart aan uw container?',
  complete: 'De inzamelaar heeft geen reden gemeld.',
}

type ToldDecision = Pick<
  MissedCollection,
  'waste_type' | 'reason' | 'step' | 'date' | 'at' | 'truck_reason' | 'escalation' | 'reasons_loaded'
>

/** The facts that a text names beside the decision. */
type ToldFacts = {
  /** The day that the decision is about. */
  about: string | null
  /** Why a collection was moved or cancelled: `wegens Koningsdag`. */
  cause: string | null
  answer: string | null
  reasons_until: string | null
  /** The shared container of the stream. */
  brought: BroughtStream | undefined
  /** The hours before which a container, and a bag, must be outside. */
  start: StartHours
}

const dayWords = new Intl.DateTimeFormat('nl-NL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const spokenDay = (day: string | null | undefined) => (!day ? 'nog niet bekend' : dayWords.format(new Date(day)))

const codeOf = ({ reason, step }: ToldDecision & { reason: keyof typeof missedCollectionTexts }) =>
  step === 'report_overdue'
    ? 'open_report_overdue'
    : reason === 'no_container' && step === 'next_collection'
      ? 'no_container_yet'
      : reason

/** Returns the Dutch text that an employee reads aloud about a decision, with its days and names filled in. */
export function missedCollectionText(decision: ToldDecision, facts: ToldFacts): string {
  const { waste_type, reason, step, truck_reason, at, reasons_loaded, escalation } = decision
  const { about, cause, answer, brought, start } = facts
  const template = () => {
    if (reason !== 'reason_from_truck') {
      const before = reason === 'ok' && reasons_loaded ? `${reasonsLoadedTexts[reasons_loaded]} ` : ''
      return before + missedCollectionTexts[codeOf({ ...decision, reason })]
    }
    const ofTruck = truck_reason ? nonClearanceText({ reason: truck_reason, waste_type }, start) : ''
    return step === 'report' ? ofTruck : `${ofTruck} ${nextDay}`
  }
  const hour = at === null ? '' : dutchClock(at)
  const stream = wasteStreamWords[waste_type]
  const values: Record<string, string> = {
    datum: spokenDay(decision.date),
    dag: spokenDay(about),
    uiterlijk: spokenDay(escalation?.at.slice(0, 10)),
    redenen: spokenDay(facts.reasons_until),
    tijd: hour === '00.00' ? 'morgen' : `na ${hour} uur`,
    uur: `${startHour(waste_type, start)}`,
    afvalstroom: stream,
    afval: stream.replace(/^de /, ''),
    oorzaak: cause ? `, ${cause}` : '',
    antwoord: answer === null ? '' : /[.!?]$/.test(answer) ? answer : `${answer}.`,
    verzamelsysteem: brought ? broughtText(brought) : '',
  }
  return template()
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    .replaceAll(/ {2,}/g, ' ')
}
