import { type DossierFormat, makeBillLetter, makeBillMail, makeDossier } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { ActionError } from '../../../kit/page/Page.tsx'
import { Icon } from '../../../kit/theme/Icon.tsx'
import { call } from '../../../session/api.ts'
import { saveFile } from '../../../session/ExportButtons.tsx'
import { downloadDocument } from '../../../session/received-file.ts'
import styles from './BillFiles.module.css'

type BillFile = 'letter' | 'mail' | DossierFormat

/** The screen text of each file about a bill. */
const fileNames: Record<BillFile, string> = {
  letter: 'Brief voor de inwoner (PDF)',
  mail: 'Mail aan de inwoner: kopieer de tekst',
  pdf: 'Dossier (PDF)',
  csv: 'Dossier (CSV)',
  json: 'Dossier (JSON)',
}
const files = Object.keys(fileNames) as BillFile[]

type BillFilesProps = {
  alias: string
  year: number
  purpose: AddressPurpose['purpose']
}

/** A button that lists the files about a bill, and saves the chosen one. The browser opens and closes the list. */
export function BillFiles({ alias, year, purpose }: BillFilesProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const saving = useMutation({
    gcTime: 0,
    mutationFn: async (file: BillFile) => {
      const sent = { params: { alias }, query: { year: `${year}` } }
      if (file === 'mail') {
        const { text } = await call(makeBillMail, sent, { purpose })
        await navigator.clipboard.writeText(text)
        return 'Tekst van de mail gekopieerd'
      }
      const { blob, name } = await (file === 'letter'
        ? downloadDocument(makeBillLetter, sent, { purpose })
        : downloadDocument(makeDossier, { ...sent, query: { ...sent.query, format: file } }, { purpose }))
      saveFile(blob, name ?? `aanslag ${year}.${file === 'letter' ? 'pdf' : file}`)
      return 'Bestand opgeslagen'
    },
  })
  const save = (file: BillFile) => {
    list.current?.hidePopover()
    button.current?.focus()
    if (!saving.isPending) saving.mutate(file)
  }
  return (
    <div className={`screen-only ${styles.files}`}>
      <button
        ref={button}
        type="button"
        className="icon-button"
        popoverTarget={id}
        aria-disabled={saving.isPending || undefined}
        aria-label="Opslaan"
        aria-keyshortcuts="E"
        title="Opslaan (E)"
      >
        <Icon name="download" size={20} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="group"
        aria-label="Bestanden van de aanslag"
        className={styles.list}
        // Otherwise the list would cover the control that gets the focus.
        onBlur={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget) || currentTarget.hidePopover()
        }
        onToggle={({ newState }) => newState === 'open' && list.current?.querySelector('button')?.focus()}
      >
        {files.map((file) => (
          <button key={file} type="button" className={`line menu-item ${styles.choice}`} onClick={() => save(file)}>
            {fileNames[file]}
          </button>
        ))}
      </div>
      <span role="status" className="small">
        {saving.isPending && 'Bezig met opslaan…'}
        {saving.data}
      </span>
      {saving.error && <ActionError error={saving.error} />}
    </div>
  )
}
