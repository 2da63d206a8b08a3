// Reasons: docs/missed-collections.md

import { listMissedCollections, type Purpose } from '@rd4-loket/contract'
import { type Ref, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../kit/buttons/Button.tsx'
import { KeyHint } from '../../kit/buttons/KeyHint.tsx'
import { Panel, Skeleton } from '../../kit/page/Page.tsx'
import { lazyPage } from '../../session/lazy-page.ts'
import { isOffered } from '../../session/offered.tsx'

const MissedCollections = lazyPage(async () => (await import('./MissedCollections.tsx')).MissedCollections)

type MissedCollectionPanelProps = {
  alias: string
  purpose: Purpose | undefined
  /** Whether letters and digits are keys of the panel. At the pass desk they are the characters of a scan. */
  hasLetterKeys: boolean
  /** The button that opens the panel. */
  opener?: Ref<HTMLButtonElement>
}

/** Reports that a container or bag of an address was not emptied. Closed at first: its call reads the household's data. */
export function MissedCollectionPanel({ opener, ...props }: MissedCollectionPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  if (!isOffered(listMissedCollections)) return null
  const close = () => {
    setOpen(false)
    frame.current?.querySelector('button')?.focus()
  }
  return (
    <Panel title="Container niet geleegd">
      <div ref={frame} className="row">
        <Button
          ref={opener}
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-keyshortcuts={props.hasLetterKeys ? 'G' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Nakijken en melden
          {props.hasLetterKeys && <KeyHint>G</KeyHint>}
        </Button>
      </div>
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<Skeleton lines={2} />}>
            <MissedCollections {...props} onClose={close} />
          </Suspense>
        </div>
      )}
    </Panel>
  )
}
