import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import styles from './Page.module.css'
import { Empty } from './Panel.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
}

/** The frame of a screen: its heading, the content beside the heading, and the title of the browser's tab. */
export function Page({
  title: ownTitle,
  heading,
  intro,
  aside,
  children,
}: {
  /** Replaces the title in the table of screens. */
  title?: string
  heading?: ReactNode
  intro?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) {
  const screenTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = ownTitle ?? screenTitle ?? ''
  // In a layout effect, because a form with an error prefixes this title in its effect.
  useLayoutEffect(() => {
    document.title = `${title} - Rd4 Loket`
  }, [title])
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{heading ?? title}</h1>
          {intro && <div className={styles.intro}>{intro}</div>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
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
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
