import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { isFreeKey, type KeyNote, keyNotes, singleKeys, useKeyNotes } from '../shared/keys.ts'
import { makeStore } from '../shared/store.ts'
import styles from './KeysDialog.module.css'

/** Is the list of keys on screen? */
export const keysShown = makeStore(false)

const own: KeyNote[] = [
  { keys: ['?'], does: 'Deze lijst openen', single: true },
  { keys: ['Esc'], does: 'Een lijst, menu of venster sluiten' },
]

/** The notes of each group, once: two lists on a page have the same keys. */
function groupsOf(listed: { group: string; notes: KeyNote[] }[]) {
  const names = [...new Set(listed.map(({ group }) => group))]
  return names.map((name) => ({
    name,
    notes: [...new Set(listed.filter(({ group }) => group === name).flatMap(({ notes }) => notes))],
  }))
}

/** The list of the keys that work on this page, opened with `?` or from the user's menu. */
export function KeysDialog() {
  const shown = keysShown.use()
  const single = singleKeys.use()
  const listed = keyNotes.use()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useKeyNotes('Overal', own)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isFreeKey(event)) return
      event.preventDefault()
      keysShown.write(true)
    }
    // Before anybody else on the page: the pass desk takes stray keys.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      keysShown.write(false)
    }
  }, [])
  useEffect(() => {
    if (shown) dialog.current?.showModal()
    else dialog.current?.close()
  }, [shown])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}title`}
      closedby="any"
      onClose={() => keysShown.write(false)}
    >
      {shown && (
        <>
          <h2 id={`${id}title`}>Toetsen op deze pagina</h2>
          {groupsOf(listed).map(({ name, notes }) => (
            <section key={name} aria-labelledby={`${id}${name}`}>
              <h3 id={`${id}${name}`}>{name}</h3>
              <dl className={styles.keys}>
                {notes
                  .filter((note) => single || !note.single)
                  .map(({ keys, does }) => (
                    <div key={does}>
                      <dt>
                        {keys.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <div className={styles.single}>
            <label>
              <input
                type="checkbox"
                checked={single}
                aria-describedby={`${id}why`}
                onChange={({ currentTarget }) => singleKeys.write(currentTarget.checked)}
              />
              Ook toetsen van één teken gebruiken: / en ?
            </label>
            <p id={`${id}why`}>Zet dit uit als u met uw stem typt. De lijst blijft in het gebruikersmenu.</p>
          </div>
          <div>
            <Button variant="default" onClick={() => keysShown.write(false)}>
              Sluiten
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}
