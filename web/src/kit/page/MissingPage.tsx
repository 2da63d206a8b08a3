import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

/** The page of something that does not exist: what may have become of it, and the way on. */
export const MissingPage = ({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) => (
  <Page title={title}>
    <Empty drawing="not-found">
      <p>{intro}</p>
      {children}
    </Empty>
  </Page>
)
