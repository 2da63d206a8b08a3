import { useId } from 'react'
import { type KeyNote, keyNotes, mayStartScan, singleKeys } from '../../kit/browser/keys.ts'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import styles from './KeyList.module.css'

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

/** The keys that work on this page, by group, and the choice whether keys of one character work. */
export function KeyList() {
  const single = singleKeys.use()
  const listed = keyNotes.use()
  const id = useId()
  return (
    <>
      <div className={styles.groups}>
        {groupsOf(listed).map(({ name, notes }) => (
          <div key={name} className="column gap-2">
            <h3>{name}</h3>
            <dl className={styles.keys}>
              {notes
                .filter((note) => (single || !note.single) && !note.keys.some(mayStartScan))
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
          </div>
        ))}
      </div>
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
    </>
  )
}
