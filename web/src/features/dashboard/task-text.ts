import {
  disputeWord,
  euroText,
  handoverOutcomeNames,
  malfunctionNames,
  objectionReasonNames,
  type Task,
  urgencyOf,
} from '@rd4-loket/contract'
import type { LinkProps } from '@tanstack/react-router'
import { addDays, weekdayOf } from '../../kit/browser/days.ts'
import { countText, dayText, weekdayAndDayText } from '../../kit/browser/format.ts'
import { monthTitle } from '../../kit/browser/months.ts'
import type { IconName } from '../../kit/theme/Icon.tsx'
import type { DraftPlace } from '../../session/draft-list.ts'

/** A task of the server, or a draft of this browser. */
export type ListedTask = Task | ({ kind: 'draft'; due_on: string; id: string } & DraftPlace)

/** What a row of the list shows: the icon of the kind, the place, what to do, and the page that it opens. */
type TaskText = { icon: IconName; place: string; text: string; link: LinkProps }

const addressLink = (alias: string, year: number): LinkProps => ({
  to: '/address/$alias',
  params: { alias },
  search: { year: `${year}` },
})

const handoverSource = ({ received_by, municipality }: Extract<Task, { kind: 'handover' }>) =>
  received_by === 'tax_office' ? 'bezwaar bij de BsGW' : `van balie ${municipality.name}`

/** Returns the words of a task. `opensAddress`: the employee may open the page of an address. */
export function taskText(task: ListedTask, opensAddress: boolean): TaskText {
  switch (task.kind) {
    case 'objection':
      return {
        icon: 'scales',
        place: task.address.line,
        text: `${disputeWord(task).toLowerCase()}: ${objectionReasonNames[task.reason].toLowerCase()}${task.amount_cents === null ? '' : `, ${euroText(task.amount_cents)}`}`,
        link: addressLink(task.address.alias, task.year),
      }
    case 'handover':
      return {
        icon: 'arrow-right',
        place: task.address.line,
        text: `${handoverSource(task)}, aanslag ${task.year}${task.note && `: ${task.note}`}`,
        link: addressLink(task.address.alias, task.year),
      }
    case 'missed_reports': {
      const { open, overdue } = task
      return {
        icon: 'clearances',
        place: 'Niet geleegd',
        text: `${open} open${overdue > 0 ? `, ${overdue} te laat` : ''}`,
        link: { to: '/services-and-settings/collections/$section', params: { section: 'hours' } },
      }
    }
    case 'outcome': {
      const outcome = handoverOutcomeNames[task.outcome].toLowerCase()
      const reason = task.reason === null ? '' : `: ${task.reason}`
      return {
        icon: 'check',
        place: task.address.line,
        text: `uw bezwaar tegen ${task.year} is ${outcome}${reason}`,
        // At the desk the pass of the resident shows the objection.
        link: opensAddress ? addressLink(task.address.alias, task.year) : { to: '/services-and-settings' },
      }
    }
    case 'malfunction': {
      const { alias, name, municipality } = task.collection_system
      return {
        icon: 'minicontainer',
        place: `${name}, ${municipality.name}`,
        text: `storing: ${malfunctionNames[task.malfunction].toLowerCase()}, zou klaar zijn`,
        link: { to: '/collection-system/$alias', params: { alias } },
      }
    }
    case 'invitation':
      return {
        icon: 'user',
        place: `Uitnodiging van ${task.name}`,
        text: 'verlopen: stuur een nieuwe link',
        link: { to: '/services-and-settings/employees/$employee_id', params: { employee_id: `${task.id}` } },
      }
    case 'month':
      return {
        icon: 'calendar',
        place: `Maandoverzicht van ${monthTitle(task.month).toLowerCase()}`,
        text: `${countText(task.employees, 'medewerker', 'medewerkers')} nog niet beoordeeld`,
        link: { to: '/services-and-settings/audit', search: { part: 'months', month: task.month } },
      }
    case 'draft':
      return { icon: 'note', place: task.heading, text: 'concept: nog niet opgeslagen', link: { to: task.href } }
  }
}

/** Returns the group of a task: late and today, the rest of this week, or later. */
export function groupOf({ due_on }: { due_on: string }, today: string) {
  if (due_on <= today) return 'Vandaag'
  return due_on <= addDays(today, 6 - weekdayOf(today)) ? 'Deze week' : 'Later'
}

/** Returns the day of a task in words, and how urgent it is. */
export function dueText(task: { due_on: string; overdue?: unknown }, today: string) {
  const { due_on } = task
  const days = Math.round((Date.parse(today) - Date.parse(due_on)) / 86_400_000)
  const urgency = task.overdue ? 'late' : urgencyOf(task, today)
  if (days > 0) return { urgency, text: `${countText(days, 'dag', 'dagen')} te laat` }
  if (days === 0) return { urgency, text: task.overdue ? 'te laat' : 'vandaag' }
  if (days === -1) return { urgency, text: 'morgen' }
  if (days > -7) return { urgency, text: weekdayAndDayText(due_on) }
  return { urgency, text: dayText(due_on) }
}
