import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../../kit/browser/keys.ts'

const notes: KeyNote[] = [
  { keys: ['1', '2', '3', '4'], action: 'Een jaar kiezen: 1 is het nieuwste', single: true },
  { keys: ['C'], action: 'De uitleg kopiëren', single: true },
  { keys: ['E'], action: 'Een dossier, brief of bestand kiezen om op te slaan', single: true },
  { keys: ['P'], action: 'De aanslag afdrukken', single: true },
  { keys: ['B'], action: 'Vorige bewoners tonen bij een bezwaar, of weer verbergen', single: true },
]

// Maximum time (ms) between two digits of a pass reader. A digit followed by another key in this time chooses no year.
const readerInterval = 80

type BillKeys = {
  years: number[]
  purpose: AddressPurpose
  /** The number of hidden former households. */
  hidden: number
  copyButton: RefObject<HTMLButtonElement | null>
  /** Opens the list of files. */
  filesButton: RefObject<HTMLButtonElement | null>
}

/** The single keys of the address page. They choose a year, copy, save, print, or show former occupants. */
export function useBillKeys({ years, purpose: { purpose, choosePurpose }, hidden, copyButton, filesButton }: BillKeys) {
  const router = useRouter()
  const pendingDigit = useRef<ReturnType<typeof setTimeout>>(undefined)
  useKeyNotes('Aanslag van een adres', notes)
  useEffect(() => () => clearTimeout(pendingDigit.current), [])
  const actions: Record<string, () => void> = {
    c: () => copyButton.current?.click(),
    e: () => filesButton.current?.click(),
    p: () => print(),
    b: () => {
      if (purpose === 'aanslag_bezwaar') choosePurpose('aanslag_vraag')
      else if (hidden > 0) choosePurpose('aanslag_bezwaar')
    },
  }
  usePageKeys('bubble', (event) => {
    clearTimeout(pendingDigit.current)
    if (!isFreeKey(event) || event.defaultPrevented) return
    const year = /^[1-4]$/.test(event.key) ? years[Number(event.key) - 1] : undefined
    const showYear = () => router.navigate({ to: '.', search: { year: `${year}` }, resetScroll: false })
    if (year !== undefined) pendingDigit.current = setTimeout(showYear, readerInterval)
    actions[event.key.toLowerCase()]?.()
  })
}
