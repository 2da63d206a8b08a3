import type { Endpoint, Sent } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { download } from './api.ts'
import { today } from './days.ts'
import styles from './ExportButton.module.css'
import { reasonOf } from './Form.tsx'
import { countText } from './format.ts'
import { saveFile } from './save-file.ts'

/** Takes a whole list out as a file, also what of it is not on the screen; says how many rows it got, or why there is no file. */
export function ExportButton<E extends Endpoint & { file: string }>({ of: endpoint, sent }: { of: E; sent: Sent<E> }) {
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const file = useMutation({
    gcTime: 0,
    mutationFn: () => {
      leaving.current = new AbortController()
      return download(endpoint, sent, { signal: leaving.current.signal })
    },
    onSuccess: ({ blob }) => saveFile(blob, `${endpoint.file} ${today()}.csv`),
  })
  return (
    <div className={styles.export}>
      <ActionButton variant="default" busy={file.isPending} onClick={() => file.mutate()}>
        Exporteren als CSV
      </ActionButton>
      <span role="status">
        {file.isPending && 'Bezig met exporteren…'}
        {file.data && `${countText(file.data.rows, 'rij', 'rijen')} opgeslagen`}
      </span>
      {file.error && <span role="alert">{reasonOf(file.error)}</span>}
    </div>
  )
}
