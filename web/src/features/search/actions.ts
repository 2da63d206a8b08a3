import { type DeskTask, deskTaskNames, deskTasks, needsAddress } from '../../domain/passes/desk-tasks.ts'
import { rollText } from '../../session/session.ts'

/** A page that the employee may open. */
export type OwnPage = { path: string; title: string; group?: string | undefined }

/**
 * A page or an action of the search box. `words` are other words that people use for it, and `hint` says what the
 * action still asks.
 */
export type SearchAction = { title: string; words?: string | undefined; hint?: string | undefined } & (
  | { kind: 'page'; path: string; isAction?: boolean }
  | { kind: 'task'; task: AddressTask }
  | { kind: 'desk'; deskTask: DeskTask }
  | { kind: 'logout' | 'keys' | 'print' }
)

const askAddress = 'Kies daarna het adres'

/** The tasks on the page of an address, which is chosen in the search box. */
export const addressTasks = {
  pickup: {
    title: 'Afspraak maken',
    purpose: 'voor de afspraak',
    words: 'snoeiafval ophaalafspraak ophalen takken tuin',
  },
  objection: {
    title: 'Bezwaar vastleggen',
    purpose: 'voor het bezwaar',
    words: 'klopt niet klacht betwisten fout lediging oneens',
  },
  bill: { title: 'Aanslag uitleggen', purpose: 'van de aanslag', words: 'rekening bedrag factuur waarom betalen' },
  letter: { title: 'Brief maken', purpose: 'voor de brief', words: 'post versturen printen pdf mail' },
  dossier: { title: 'Dossier maken', purpose: 'voor het dossier', words: 'bewijs opslaan downloaden bundel zaak' },
} as const
export type AddressTask = keyof typeof addressTasks

const deskWords: Record<DeskTask, string> = {
  extra_rollen: 'zakken uitgeven meegeven',
  pas_defect: 'vervangen kapot defect blokkeren nieuwe kapotte stuk',
  pas_kwijt: 'verloren gestolen vervangen blokkeren nieuwe weg',
  eerste_pas: 'nieuwe bewoner nieuw uitgeven verhuisd geen',
  pas_vergeten: 'zonder thuis adres',
  vraag_inwoner: 'afspraak snoeiafval ledigingen ophaaldag uitleg',
  aanslag_bezwaar: 'klacht rekening BsGW overdragen',
}

const actionsOfAll: SearchAction[] = [
  { kind: 'print', title: 'Deze pagina printen', words: 'afdrukken print papier' },
  { kind: 'keys', title: 'Sneltoetsen tonen', words: 'toetsen toetsenbord hulp help' },
  { kind: 'logout', title: 'Uitloggen', words: 'afmelden loguit stoppen sluiten' },
]

/** The names of pages for one action. The search box finds other pages by their titles. */
const actionNames: Record<string, string> = {
  '/services-and-settings/notices/new': 'Mededeling toevoegen',
  '/services-and-settings/collections': 'Ophaaldag verplaatsen',
  '/services-and-settings/employees/new': 'Medewerker uitnodigen',
}

/** What people call a page, besides its title. */
const pageWords: Record<string, string> = {
  '/account/beveiliging': 'tweede factor code telefoon passkey sessies inloggen',
  '/calendar': 'ophaaldag afvalkalender wanneer ophaaldagen',
  '/change-password': 'wachtwoord veranderen',
  '/dashboard': 'begin',
  '/services-and-settings': 'balie pas rollen scannen',
  '/services-and-settings/audit': 'log inzage wie bekeek toezicht maandoverzicht',
  '/services-and-settings/collections': 'feestdag vorst verschuiven planner kalender annuleren',
  '/services-and-settings/collections/changes': 'verplaatst vervallen ophaaldag terugdraaien',
  '/services-and-settings/collections/rules':
    'ophaalgebieden ophaalregels publicatie inlezen agenda capaciteit afspraken',
  '/services-and-settings/employees': 'collega gebruiker account blokkeren rechten',
  '/services-and-settings/employees/new': 'collega gebruiker account nieuwe toevoegen',
  '/services-and-settings/notices/new': 'bericht nieuws melding',
  '/services-and-settings/notices': 'bericht nieuws melding',
  '/services-and-settings/requests': 'rollen vandaag gegeven overzicht',
  '/services-and-settings/settings': 'aantal rollen afzender brief openingstijden storingsmail',
  '/services-and-settings/setup': 'ontbreekt gaten eerste aanslag',
  '/wat-is-nieuw': 'wijzigingen versie changelog',
}

type Scope = { places: boolean; passes: boolean }

/** Returns the actions that stand in an empty search box. To make an appointment, an address is chosen first. */
export const initialActions = (pages: OwnPage[], { places }: Scope): SearchAction[] => [
  ...(places ? taskActions.slice(0, 1) : []),
  ...pages.flatMap(({ path }): SearchAction[] => {
    const title = actionNames[path]
    return title ? [{ kind: 'page', path, title, words: pageWords[path], isAction: true }] : []
  }),
]

const taskActions = Object.entries(addressTasks).map(
  ([task, { title, words }]): SearchAction => ({
    kind: 'task',
    task: task as AddressTask,
    title,
    words,
    hint: askAddress,
  }),
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
            words: 'kapot defect vol klep melding ondergronds',
            hint: 'Kies daarna het verzamelsysteem',
            isAction: true,
          },
        ]
      : []),
    ...(scope.passes
      ? deskTasks.map((deskTask): SearchAction => {
          const words = `pas ${deskWords[deskTask]}`
          const hint = needsAddress(deskTask) ? askAddress : undefined
          return { kind: 'desk', deskTask, title: rollText(deskTaskNames[deskTask]), words, hint }
        })
      : []),
    ...pages.map(({ path, title, group = '' }): SearchAction => {
      const words = `${group} ${pageWords[path] ?? ''}`
      return { kind: 'page', path, title, words }
    }),
    ...actionsOfAll,
  ]
}

const wordsIn = (text = '') =>
  text
    .normalize('NFD')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns how well an action answers to a line, the lowest first; undefined if it does not. */
function rankOf(typed: string[], { title, words }: SearchAction) {
  const own = wordsIn(title)
  const all = [...own, ...wordsIn(words)]
  const isIn = (names: string[]) => typed.every((word) => names.some((name) => name.startsWith(word)))
  if (own[0]?.startsWith(typed[0] ?? '') && isIn(own)) return 0
  if (isIn(own)) return 1
  return isIn(all) ? 2 : undefined
}

/** Returns whether each word of a line is a whole word of one of these actions: the user means an action. */
export const namesAction = (line: string, actions: SearchAction[]) =>
  actions.some(({ title, words }) => {
    const all: string[] = wordsIn(`${title} ${words}`)
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
