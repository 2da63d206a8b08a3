import { ApiError } from '@rd4-loket/contract/general'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ActionButton } from '../buttons/Button.tsx'
import { Icon } from '../theme/Icon.tsx'
import type { DrawingName } from './Drawing.tsx'
import styles from './Page.module.css'
import panelStyles from './Panel.module.css'
import { portalName } from './portal-name.ts'
import resultStyles from './Result.module.css'

/** The height of the header of the portal, in pixels (S9.6). */
const headerHeight = 80

type PageProps = {
  /** Replaces the title in the table of screens. */
  title?: string
  heading?: ReactNode
  intro?: ReactNode
  /** The link to the page above this page. */
  back?: ReactNode
  aside?: ReactNode
  /** Whether the heading, with the link back, the intro and `aside` beside it, stays visible while the page scrolls. */
  isHeadSticky?: boolean
  /** Whether the heading is smaller and nearer to the header, so that the whole page fits one screen. */
  isCompact?: boolean
  children?: ReactNode
}

/** The frame of a screen: its heading, the content beside the heading, and the title of the browser's tab. */
export function Page(props: PageProps) {
  const { title: ownTitle, heading, intro, back, aside, isHeadSticky = false, isCompact = false, children } = props
  const screenTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = ownTitle ?? screenTitle ?? ''
  // A layout effect runs before the effect in which a form with an error adds a prefix to this title.
  useLayoutEffect(() => {
    document.title = `${title} - ${portalName}`
  }, [title])
  const head = useRef<HTMLDivElement>(null)
  useStickyTop(isHeadSticky ? head : undefined)
  const shownBack = back && <div className={`screen-only ${styles.back}`}>{back}</div>
  return (
    <div className={isHeadSticky || isCompact ? 'column' : 'stack'}>
      {!isHeadSticky && shownBack}
      <div
        ref={head}
        className={`row ${styles.head}`}
        data-sticky={isHeadSticky || undefined}
        data-compact={isCompact || undefined}
      >
        {isHeadSticky && shownBack}
        <div className={isHeadSticky ? `row ${styles.words}` : styles.words}>
          <h1 tabIndex={-1}>{heading ?? title}</h1>
          {intro && <div className={`dimmed ${styles.intro}`}>{intro}</div>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}

const stickyTop = '--sticky-top'

/** Sets `--sticky-top` to the height of the header plus the height of a heading that stays visible. */
function useStickyTop(head: RefObject<HTMLElement | null> | undefined) {
  useEffect(() => {
    const element = head?.current
    if (!element) return
    const { documentElement: root } = document
    const observer = new ResizeObserver(() => {
      // Rounded down, so that no gap appears below the heading.
      root.style.setProperty(stickyTop, `${headerHeight + Math.floor(element.getBoundingClientRect().height)}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(stickyTop)
      // An empty attribute remains. Chromium removes it only after it was read.
      if (root.getAttribute('style') === '') root.removeAttribute('style')
    }
  }, [head])
}

/** The page of a record that does not exist: an explanation, and a link to continue. */
export const MissingPage = ({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) => (
  <Page title={title}>
    <Empty drawing="not-found">
      <p>{intro}</p>
      {children}
    </Empty>
  </Page>
)

/** A name with its value, in a description list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="remark">{name}</dt>
    <dd>{children}</dd>
  </div>
)

/**
 * A part of a page with its own heading. A panel that fails to load does not affect the other panels. The only panel of
 * a page has no title: the title of the page describes it.
 */
export function Panel({
  title,
  label,
  aside,
  children,
}: {
  title?: string
  /** The name of a panel without a visible title. */
  label?: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`column ${panelStyles.panel}`} aria-label={label} aria-labelledby={title && id}>
      {title && (
        <div className={`row ${panelStyles.head}`}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {aside && <div className={`row ${panelStyles.aside}`}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

// A decoration, so it loads after the text. Without its chunk, the text stands alone.
const Drawing = lazy(async () => ({
  default: await import('./Drawing.tsx').then(
    (part) => part.Drawing,
    () => (_: { name: DrawingName }) => null,
  ),
}))

/** Shown instead of an empty list: a drawing, and a text with the next step. */
export const Empty = ({ drawing, children }: { drawing: DrawingName; children: ReactNode }) => (
  <div className={`row ${styles.empty}`}>
    <Suspense fallback={<svg width={120} height={96} aria-hidden="true" focusable="false" />}>
      <Drawing name={drawing} />
    </Suspense>
    <div className={`column gap-2 ${styles.emptyWords}`}>{children}</div>
  </div>
)

/** The state of a query that `Result` shows. */
type QueryState<T> = {
  data: T | undefined
  error: Error | null
  /** The failure of a next page, which `MoreButton` shows. */
  isFetchNextPageError?: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  /** False for a query that does not run, for example because the server does not offer the call. */
  isEnabled: boolean
  refetch: () => unknown
}

const slowAfter = 6_000

/** A retry does not help when access is forbidden or the record does not exist. */
const finalStatuses = [403, 404]

/**
 * Grey bars while data loads. They appear after 200 ms, with a text after 6 s. With the `columns` of a table, shows the
 * names of its headers above the bars.
 */
export function Skeleton({ lines = 4, columns = [] }: { lines?: number; columns?: { name: string }[] }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={`column gap-3 ${resultStyles.skeleton}`} role="status">
      <span className="visually-hidden">Bezig met laden</span>
      {columns.length > 0 && (
        <div aria-hidden="true" className={`row ${resultStyles.columns}`}>
          {columns.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      )}
      {Array.from({ length: lines }, (_, line) => `regel ${line}`).map((line) => (
        <span key={line} className={resultStyles.bar} />
      ))}
      {isSlow && <p className="dimmed">Dit duurt langer dan u gewend bent. Het loket is nog bezig.</p>}
    </div>
  )
}

/** Returns the message of an error. Only the messages of calls are Dutch: the browser and libraries write English. */
export const messageOf = (error: Error) =>
  error instanceof ApiError ? error.message : 'Er is iets misgegaan. Laad de pagina opnieuw en probeer het nog eens.'

/** Returns the message of a failed call and the messages of its fields, as one text. */
export function errorText(error: Error) {
  const fieldMessages = error instanceof ApiError ? Object.values(error.errors).flat() : []
  return [...new Set([messageOf(error), ...fieldMessages])].join('. ').replaceAll('.. ', '. ')
}

/**
 * The statuses of ordinary events, which need no report: a wrong password or code, an unknown pass, a refused value, a
 * choice that a colleague took, too many attempts. Status 0: no server responded, and the portal tries again by itself.
 */
const ordinary = [0, 401, 404, 409, 422, 429]

/** Returns what the user names in a report of a failed call. Returns an empty text when there is nothing to report. */
function referenceText(error: Error) {
  if (!(error instanceof ApiError) || ordinary.includes(error.status)) return ''
  return `Meldt u dit? Noem dan foutcode ${[error.status, error.request_id].filter(Boolean).join(' en ')}`
}

/** The reason why a call failed, and the reference to report, as one text beside a field. */
export const failureLine = (error: Error) => [errorText(error), referenceText(error)].filter(Boolean).join(' ')

export function ErrorReference({ error }: { error: Error }) {
  const text = referenceText(error)
  return text && <span className={`below remark ${resultStyles.reference}`}>{text}</span>
}

/** Shows beside an action why that action failed. `children` replaces the message of the call. */
export const ActionError = ({ error, children = errorText(error) }: { error: Error; children?: ReactNode }) => (
  <p className="failed" role="alert">
    {children}
    <ErrorReference error={error} />
  </p>
)

/** Shows an error where the content would be, with a retry button when a retry may help. */
export function Failure({ error, retry, busy = false }: { error: Error; retry: () => unknown; busy?: boolean }) {
  return (
    <div className={`box row ${resultStyles.failure}`} data-tone="error" role="alert">
      <Icon name="alert" />
      <div>
        <p>{errorText(error)}</p>
        <ErrorReference error={error} />
      </div>
      {!(error instanceof ApiError && finalStatuses.includes(error.status)) && (
        <ActionButton
          variant="default"
          size="sm"
          icon={<Icon name="retry" size={18} />}
          busy={busy}
          onClick={() => retry()}
        >
          Opnieuw proberen
        </ActionButton>
      )}
    </div>
  )
}

/** Renders the four states of a query: waiting, failed, empty, found. */
export function Result<T>({
  of: query,
  empty,
  waiting = <Skeleton />,
  isEmpty = (found) => Array.isArray(found) && found.length === 0,
  children,
}: {
  of: QueryState<T>
  empty?: ReactNode
  waiting?: ReactNode
  isEmpty?: (found: T) => boolean
  children: (found: T) => ReactNode
}) {
  const { data, error, isFetching, isPlaceholderData, isFetchNextPageError, isEnabled } = query
  if (error && data === undefined) {
    if (isFetching) return waiting
    return <Failure error={error} retry={query.refetch} />
  }
  if (data === undefined) return isEnabled && waiting && <div data-waiting>{waiting}</div>
  // Shows the data of the previous query until the new data arrives. This old data fades after 200 ms.
  if (isPlaceholderData)
    return (
      <div className={resultStyles.stale} aria-busy="true" inert>
        {children(data)}
      </div>
    )
  return (
    <>
      {/* The data on screen may be out of date. */}
      {error && !isFetchNextPageError && <Failure error={error} retry={query.refetch} busy={isFetching} />}
      {isEmpty(data) ? empty : children(data)}
    </>
  )
}

const rowsBefore = (button: Element | null) =>
  [...(button?.closest('section, main')?.querySelectorAll('tbody > tr:not([aria-hidden])') ?? [])] as HTMLElement[]

/**
 * A button that loads the next page of the list in its section, and then moves the focus to the first new row. Renders
 * nothing after the last page.
 */
export function MoreButton({ of: list }: { of: UseInfiniteQueryResult }) {
  const frame = useRef<HTMLDivElement>(null)
  // The rows that the table had when the button was pressed, and the section that contains the table.
  const pressed = useRef<{ rows: HTMLElement[]; section: Element | null }>(undefined)
  const pages = list.isSuccess ? (list.data as { pages: unknown[] }).pages.length : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when another page was loaded.
  useEffect(() => {
    const { rows, section } = pressed.current ?? {}
    pressed.current = undefined
    if (!rows || !section) return
    const added = section.querySelectorAll<HTMLElement>('tbody > tr:not([aria-hidden])')
    const first = [...added].find((row) => !rows.includes(row))
    const target = first?.querySelector<HTMLElement>('a, button') ?? first
    if (target === first) first?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  }, [pages])
  const loadMore = () => {
    pressed.current = { rows: rowsBefore(frame.current), section: frame.current?.closest('section, main') ?? null }
    return list.fetchNextPage()
  }
  if (list.isFetchNextPageError && list.error)
    return <Failure error={list.error} retry={loadMore} busy={list.isFetchingNextPage} />
  if (!list.hasNextPage) return null
  return (
    <div ref={frame} className="row">
      <ActionButton variant="default" busy={list.isFetchingNextPage} onClick={() => loadMore()}>
        Meer tonen
      </ActionButton>
    </div>
  )
}

/** A text for screen readers only, which announce each change of the text. */
export const Announcement = ({ children }: { children: ReactNode }) => (
  <p role="status" className="visually-hidden">
    {children}
  </p>
)
