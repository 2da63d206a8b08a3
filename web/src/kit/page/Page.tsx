import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import styles from './Page.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
}

/** A screen's frame: its one heading, what stands beside it, and the title of the browser's tab. */
export function Page({
  title: ownTitle,
  heading,
  intro,
  aside,
  children,
}: {
  /** Where it is not the one in the table of screens. */
  title?: string
  heading?: ReactNode
  intro?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) {
  const screenTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = ownTitle ?? screenTitle ?? ''
  // Before a form that begins with an error says so in front of it.
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
