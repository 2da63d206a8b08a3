import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContactSubject } from '../session/contact-frames.ts'
import { lazyPage } from '../session/lazy-page.ts'

/** Returns the customer of a screen: the place in its path, or the address in its search criteria. */
function useSubject(kind: ContactSubject['kind']): ContactSubject | undefined {
  const { alias } = useParams({ strict: false })
  const { address } = useSearch({ strict: false }) as { address?: string }
  const own = alias ?? address
  return own === undefined ? undefined : { kind, alias: own }
}

/** A screen about one customer, in a frame that owns everything of that customer. */
export const customerPage = (kind: ContactSubject['kind'], load: () => Promise<() => ReactNode>) =>
  lazyPage(async () => {
    const [{ ContactFrame }, Page] = await Promise.all([import('../session/ContactFrame.tsx'), load()])
    return function CustomerPage() {
      const subject = useSubject(kind)
      if (!subject) return <Page />
      return (
        <ContactFrame key={`${subject.kind} ${subject.alias}`} of={subject}>
          <Page />
        </ContactFrame>
      )
    }
  })
