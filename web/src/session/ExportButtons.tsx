import type { Endpoint, ListFileKind, Purpose, RequestInput } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { today } from '../kit/browser/days.ts'
import { countText, dayText } from '../kit/browser/format.ts'
import { ActionButton } from '../kit/buttons/Button.tsx'
import { ActionError } from '../kit/page/Page.tsx'
import styles from './ExportButtons.module.css'
import { isOffered } from './offered.tsx'
import { download } from './received-file.ts'
import { useSession } from './session.ts'

const kinds: { kind: ListFileKind; name: string }[] = [
  { kind: 'xlsx', name: 'Excel' },
  { kind: 'csv', name: 'CSV' },
]

/** Saves a file through the browser. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Buttons that save a whole list as a file. Then they show the number of saved rows, if it is known, or an error.
 * Renders nothing if the server offers no files.
 */
export function ExportButtons<E extends Endpoint & { file: string }>({
  of: endpoint,
  sent,
  purpose,
}: {
  of: E
  sent: RequestInput<E>
  purpose?: Purpose | undefined
}) {
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const file = useMutation({
    gcTime: 0,
    mutationFn: (kind: ListFileKind) => {
      leaving.current = new AbortController()
      return download(endpoint, sent, { kind, purpose, signal: leaving.current.signal })
    },
    onSuccess: ({ blob, kind, name }) => saveFile(blob, name ?? `${endpoint.file} ${today()}.${kind}`),
  })
  if (!isOffered(endpoint)) return null
  return (
    <div className={`screen-only ${styles.export}`}>
      <div className="line">
        <span aria-hidden="true">Exporteren als</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
        <div role="group" className={styles.group} aria-label="Exporteren">
          {kinds.map(({ kind, name }) => (
            <ActionButton
              key={kind}
              variant="default"
              aria-label={`Exporteren als ${name}`}
              busy={file.isPending && file.variables === kind}
              waits={file.isPending && file.variables !== kind}
              onClick={() => file.mutate(kind)}
            >
              {name}
            </ActionButton>
          ))}
        </div>
      </div>
      <span role="status">
        {file.isPending && 'Bezig met exporteren…'}
        {file.data &&
          (file.data.rows === undefined
            ? 'Bestand opgeslagen'
            : `${countText(file.data.rows, 'rij', 'rijen')} opgeslagen`)}
      </span>
      {file.error && <ActionError error={file.error} />}
    </div>
  )
}

/** A line in print only: the search criteria, the day of printing and the name of the employee. */
export function PaperNote({ criteria }: { criteria?: string }) {
  const name = useSession()?.user.name
  return (
    <p className="paper-only">
      {criteria && `Gezocht op: ${criteria}. `}
      Afgedrukt op {dayText(today())}
      {name && ` door ${name}`}.
    </p>
  )
}
