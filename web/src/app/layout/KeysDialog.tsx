import { lazy, Suspense, useEffect } from 'react'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { makeStore } from '../../kit/browser/store.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'

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
    () => () => <p>De lijst kon niet worden geladen. Herlaad de pagina en probeer het opnieuw.</p>,
  ),
}))

/**
 * The list of the keys that work on this page, opened with `?` (not where a pass can be scanned) or from the user menu.
 */
export function KeysDialog() {
  const shown = isKeysDialogOpen.use()
  useKeyNotes('Overal', own)

  usePageKeys('capture', (event) => {
    if (event.key !== '?' || !isFreeKey(event)) return
    event.preventDefault()
    isKeysDialogOpen.write(true)
  })
  useEffect(() => () => isKeysDialogOpen.write(false), [])

  return (
    <Dialog
      open={shown}
      title="Toetsen op deze pagina"
      size="large"
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
