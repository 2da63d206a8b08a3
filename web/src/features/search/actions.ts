import { type DeskTask, deskTaskNames, deskTasks, needsAddress } from '../../domain/passes/desk-tasks.ts'
import { makeStore } from '../../kit/browser/store.ts'
import { rollText } from '../../session/session.ts'

/** A page that the employee may open. */
export type OwnPage = { path: string; title: string; group?: string | undefined }

/** A page or an action of the search box. `hint` says what the action still asks. */
export type SearchAction = { title: string; group?: string | undefined; hint?: string | undefined } & (
  | { kind: 'page'; path: string; isAction?: boolean }
  | { kind: 'task'; task: AddressTask }
  | { kind: 'desk'; deskTask: DeskTask }
  | { kind: 'logout' | 'keys' | 'print' }
)

const askAddress = 'Kies daarna het adres'

/** The tasks on the page of an address, which is chosen in the search box. */
export const addressTasks = {
  pickup: { title: 'Afspraak maken', purpose: 'voor de afspraak' },
  objection: { title: 'Bezwaar vastleggen', purpose: 'voor het bezwaar' },
  bill: { title: 'Aanslag uitleggen', purpose: 'van de aanslag' },
  letter: { title: 'Brief maken', purpose: 'voor de brief' },
  dossier: { title: 'Dossier maken', purpose: 'voor het dossier' },
} as const
export type AddressTask = keyof typeof addressTasks

const actionsOfAll: SearchAction[] = [
  { kind: 'print', title: 'Deze pagina printen' },
  { kind: 'keys', title: 'Sneltoetsen tonen' },
  { kind: 'logout', title: 'Uitloggen' },
]

/** The names of pages for one action. The search box finds other pages by their titles. */
const actionNames: Record<string, string> = {
  '/services-and-settings/notices/new': 'Mededeling toevoegen',
  '/services-and-settings/collections': 'Ophaaldag verplaatsen',
  '/services-and-settings/employees/new': 'Medewerker uitnodigen',
}

type Scope = { places: boolean; passes: boolean }

/** Returns the actions that stand in an empty search box. To make an appointment, an address is chosen first. */
export const initialActions = (pages: OwnPage[], { places }: Scope): SearchAction[] => [
  ...(places ? taskActions.slice(0, 1) : []),
  ...pages.flatMap(({ path }): SearchAction[] => {
    const title = actionNames[path]
    return title ? [{ kind: 'page', path, title, isAction: true }] : []
  }),
]

const taskActions = Object.entries(addressTasks).map(
  ([task, { title }]): SearchAction => ({ kind: 'task', task: task as AddressTask, title, hint: askAddress }),
)

/** Returns every page and action of an employee. */
const actionsOf = (pages: OwnPage[], scope: Scope): SearchAction[] => {
  const systems = pages.find(({ path }) => path === '/collection-system')
  return [
    ...initialActions(pages, scope),
    ...(scope.places ? taskActions.slice(1) : []),
    ...(systems
      ? [
          {
            kind: 'page' as const,
            path: systems.path,
            title: 'Storing melden',
            hint: 'Kies daarna het verzamelsysteem',
            isAction: true,
          },
        ]
      : []),
    ...(scope.passes
      ? deskTasks.map((deskTask): SearchAction => {
          const hint = needsAddress(deskTask) ? askAddress : undefined
          return { kind: 'desk', deskTask, title: rollText(deskTaskNames[deskTask]), hint }
        })
      : []),
    ...pages.map(({ path, title, group }): SearchAction => ({ kind: 'page', path, title, group })),
    ...actionsOfAll,
  ]
}

/** The words of `action-words.ts`. None until they have loaded: an action then answers to its title. */
export const actionWords = makeStore<Record<string, string>>({})

/** Loads the words that people use for an action. They are not needed before the employee types. */
export const loadActionWords = () =>
  import('./action-words.ts').then(
    (part) => actionWords.write(part.actionWords),
    () => {},
  )

/** Returns the words of an action besides its title. */
function wordsOf(action: SearchAction) {
  const { kind, group = '', hint } = action
  const key =
    kind === 'page'
      ? hint
        ? 'malfunction'
        : action.path
      : kind === 'task'
        ? action.task
        : kind === 'desk'
          ? action.deskTask
          : kind
  return `${group} ${actionWords.read()[key] ?? ''}`
}

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns how well an action answers to a line, the lowest first; undefined if it does not. */
function rankOf(typed: string[], action: SearchAction) {
  const own = wordsIn(action.title)
  const all = [...own, ...wordsIn(wordsOf(action))]
  const isIn = (names: string[]) => typed.every((word) => names.some((name) => name.startsWith(word)))
  if (own[0]?.startsWith(typed[0] ?? '') && isIn(own)) return 0
  if (isIn(own)) return 1
  return isIn(all) ? 2 : undefined
}

/** Returns whether each word of a line is a whole word of one of these actions: the user means an action. */
export const namesAction = (line: string, actions: SearchAction[]) =>
  actions.some((action) => {
    const all: string[] = wordsIn(`${action.title} ${wordsOf(action)}`)
    return wordsIn(line).every((word) => all.includes(word))
  })

/**
 * Returns the pages and actions of which the title or a word that people use begins with each typed word. The line has
 * two characters or more. A title that begins with the line is first.
 */
export function matchingActions(line: string, pages: OwnPage[], scope: Scope): SearchAction[] {
  const typed = wordsIn(line)
  if (line.length < 2 || typed.length === 0) return []
  const ranked = actionsOf(pages, scope).flatMap((action) => {
    const rank = rankOf(typed, action)
    return rank === undefined ? [] : [{ action, rank }]
  })
  const sorted = ranked.sort((one, other) => one.rank - other.rank).map(({ action }) => action)
  // A page that is listed as an action is not listed again.
  const pathOf = (action: SearchAction | undefined) => (action?.kind === 'page' ? action.path : undefined)
  return sorted.filter((action, at) => {
    const path = pathOf(action)
    return path === undefined || sorted.findIndex((other) => pathOf(other) === path) === at
  })
}
