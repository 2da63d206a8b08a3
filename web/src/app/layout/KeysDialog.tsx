import { useEffect, useId } from 'react'
import { isFreeKey, type KeyNote, keyNotes, singleKeys, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { makeStore } from '../../kit/browser/store.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import styles from './KeysDialog.module.css'

/** Whether the list of keys is open. */
export const isKeysDialogOpen = makeStore(false)

const own: KeyNote[] = [
  { keys: ['?'], action: 'Deze lijst openen', single: true },
  { keys: ['Esc'], action: 'Een lijst, menu of venster sluiten' },
]

/** The arrow keys, drawn as icons: not every font has these characters. */
const arrows: Record<string, { name: IconName; title: string }> = {
  '←': { name: 'arrow-left', title: 'Pijl naar links' },
  '→': { name: 'arrow-right', title: 'Pijl naar rechts' },
  '↑': { name: 'arrow-up', title: 'Pijl omhoog' },
  '↓': { name: 'arrow-down', title: 'Pijl omlaag' },
}

/** Merges groups with the same name. Removes duplicate keys, which occur when a page has two lists. */
const groupsOf = (listed: { group: string; notes: KeyNote[] }[]) =>
  [...Map.groupBy(listed, ({ group }) => group)].map(([name, parts]) => ({
    name,
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  }))

/** The list of the keys that work on this page, opened with `?` or from the user menu. */
export function KeysDialog() {
  const shown = isKeysDialogOpen.use()
  const single = singleKeys.use()
  const listed = keyNotes.use()
  const id = useId()
  useKeyNotes('Overal', own)

  // In the capture phase, because the pass desk would otherwise move the focus to its field at this key.
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
      {groupsOf(listed).map(({ name, notes }) => (
        <section key={name} className="column gap-2" aria-labelledby={`${id}${name}`}>
          <h3 id={`${id}${name}`}>{name}</h3>
          <dl className={styles.keys}>
            {notes
              .filter((note) => single || !note.single)
              .map(({ keys, action }) => (
                <div key={action}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{arrows[key] ? <Icon {...arrows[key]} size={16} /> : key}</kbd>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <div className={styles.single}>
        <label className="line">
          <input
            type="checkbox"
            checked={single}
            aria-describedby={`${id}why`}
            onChange={({ currentTarget }) => singleKeys.write(currentTarget.checked)}
          />
          Ook toetsen van één teken gebruiken, zoals / en ?
        </label>
        <p id={`${id}why`} className="dimmed small">
          Zet dit uit als u met uw stem typt. De lijst blijft in het gebruikersmenu.
        </p>
      </div>
      <div>
        <Button variant="default" onClick={() => isKeysDialogOpen.write(false)}>
          Sluiten
        </Button>
      </div>
    </Dialog>
  )
}
