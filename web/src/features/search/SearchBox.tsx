import type { Employee } from '@rd4-loket/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { countText } from '../../kit/browser/format.ts'
import { useCalmText } from '../../kit/forms/calm-text.ts'
import { SuggestionList } from '../../kit/forms/SuggestionList.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './SearchBox.module.css'
import { SearchRow } from './SearchRow.tsx'
import { useSearchBox } from './search-box.ts'
import { useSearchKeys } from './search-keys.ts'
import { groupsOf, type OwnPage, rowKey, twinNote } from './search-rows.ts'
import { useStrayScan } from './stray-scan.ts'

/** The one search box, on every page: it finds all that this employee may find by one line. */
export function SearchBox({ employee, pages }: { employee: Employee; pages: OwnPage[] }) {
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // On a narrow screen the box is a row over the header, and a button opens it.
  const [opened, setOpened] = useState(false)
  const box = useSearchBox(employee, pages, {
    onLeave: () => setOpened(false),
    // A page that was there already takes no focus by itself.
    onArrive: () => {
      if (document.activeElement !== field.current) return
      const begin = document.querySelector<HTMLElement>('main input[data-focus-first]') ?? document.querySelector('h1')
      begin?.focus()
    },
  })
  const { list, rows, note, may } = box

  const focus = () => {
    setOpened(true)
    field.current?.focus()
    field.current?.select()
  }
  useSearchKeys(focus)
  useStrayScan(box.scan)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])

  const leave = () => {
    list.close()
    setOpened(false)
    // Only where the button is there to be seen; elsewhere the box itself keeps the focus.
    opener.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      box.enter()
    } else if (!list.onKey(event) && event.key === 'Escape') leave()
  }

  const count = rows.length > 0 && box.answered ? countText(rows.length, 'suggestie', 'suggesties') : ''
  const status = useCalmText(list.open ? [count, note].filter(Boolean).join('. ') : '')
  const groups = groupsOf(rows)

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label="Zoekveld openen"
        aria-expanded={opened}
        onClick={focus}
      >
        <Icon name="search" />
      </button>
      <search className={styles.box} data-opened={opened || undefined}>
        <div className={styles.field}>
          <Icon name={may.places ? 'search' : 'pass'} size={20} />
          <input
            {...list.aria}
            ref={field}
            className={styles.input}
            type="text"
            aria-label="Zoeken"
            aria-keyshortcuts="/ Control+K"
            placeholder={may.places ? 'Adres, straat, objectcode of chip' : 'Pasnummer'}
            value={box.text}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => box.type(event.currentTarget.value)}
            onFocus={() => box.text && list.show()}
            onBlur={list.close}
            onKeyDown={onKeyDown}
          />
          <span className={styles.hint} aria-hidden="true">
            /
          </span>
          <button type="button" className={styles.close} aria-label="Zoekveld sluiten" onClick={leave}>
            <Icon name="close" />
          </button>
          <SuggestionList
            label="Suggesties"
            groups={groups}
            state={list}
            keyOf={rowKey}
            onChoose={box.choose}
            note={note}
          >
            {(row) => <SearchRow row={row} note={twinNote(row, rows)} />}
          </SuggestionList>
        </div>
        <p role="status" className="visually-hidden">
          {status}
        </p>
      </search>
    </>
  )
}
