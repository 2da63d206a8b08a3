import { isMunicipalEmployee } from '@rd4-loket/contract'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { readerPause } from '../../domain/passes/pass-box.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { makeStore } from '../../kit/browser/store.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { useSession } from '../../session/session.ts'

/** Whether the list of keys is open. */
export const isKeysDialogOpen = makeStore(false)

const own: KeyNote[] = [
  { keys: ['?'], action: 'Deze lijst openen', single: true },
  { keys: ['Esc'], action: 'Een lijst, menu of venster sluiten' },
]

// Most employees never open the list, so its content loads when it is opened.
const KeyList = lazy(async () => ({
  default: await import('./KeyList.tsx').then(
    (part) => part.KeyList,
    () => () => <p>De lijst kon niet worden geladen. Herlaad de pagina.</p>,
  ),
}))

/**
 * The list of the keys that work on this page, opened with `?` (not on the pass desk) or from the user menu.
 */
export function KeysDialog() {
  const shown = isKeysDialogOpen.use()
  useKeyNotes('Overal', own)

  const employee = useSession()?.user
  const mayScan = employee !== undefined && isMunicipalEmployee(employee)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  usePageKeys('capture', (event) => {
    if (event.key.length === 1) clearTimeout(opening.current)
    if (event.key !== '?' || !isFreeKey(event)) return
    event.preventDefault()
    const open = () => isKeysDialogOpen.write(true)
    // Some readers start with `?`. The next character of a scan then comes before the list opens.
    if (mayScan) opening.current = setTimeout(open, readerPause)
    else open()
  })
  useEffect(
    () => () => {
      clearTimeout(opening.current)
      isKeysDialogOpen.write(false)
    },
    [],
  )

  return (
    <Dialog
      open={shown}
      title="Toetsen op deze pagina"
      size="wide"
      closedby="any"
      onClose={() => isKeysDialogOpen.write(false)}
    >
      <Suspense>
        <KeyList />
      </Suspense>
      <div>
        <Button variant="default" onClick={() => isKeysDialogOpen.write(false)}>
          Sluiten
        </Button>
      </div>
    </Dialog>
  )
}
