import { addressLine, type Employee, townLine, wasteStreamNames, wholeAddressLine } from '@rd4-loket/contract'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { townWithMunicipality } from '../../domain/places/town-with-municipality.ts'
import { countText, groupedCode } from '../../kit/browser/format.ts'
import { SuggestionList, useSettledText } from '../../kit/forms/Suggestions.tsx'
import { Announcement } from '../../kit/page/Page.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { matchedParts } from './matched-parts.ts'
import styles from './SearchBox.module.css'
import { addressNote, groupOptions, type OwnPage, optionKey, type SearchOption, useSearchBox } from './search-box.ts'
import { takeEarlySearch, useSearchKeys, useStrayScan } from './search-keys.ts'

/** Returns the icon, the first line and the second line of an option. */
function contentOf(option: SearchOption): [IconName, string, string?] {
  switch (option.kind) {
    case 'address':
      return ['marker-home', addressLine(option), townWithMunicipality(townLine(option), option)]
    case 'street':
      return ['marker', option.street, townWithMunicipality(option.city, option)]
    case 'collection_system':
      return ['underground', option.name, `${option.system}, ${option.city}`]
    case 'container':
      return [
        'minicontainer',
        `${wasteStreamNames[option.waste_type]}, container ${option.number}`,
        option.chip_number ? `${option.stands_at}, chip ${groupedCode(option.chip_number)}` : option.stands_at,
      ]
    case 'assessment':
      return ['bill', `Aanslag ${option.year}, ${option.number}`, wholeAddressLine(option)]
    case 'pass':
      return ['pass', `Milieupas ${groupedCode(option.number)} opzoeken`]
    case 'code':
      return ['search', 'Zoek dit als objectcode of chipnummer']
    case 'page':
    case 'action':
    case 'task':
      return ['arrow-right', option.title]
    case 'alternative':
      return ['marker', option.extension === null ? `${option.line} (zonder toevoeging)` : option.line]
    case 'all':
      return ['search', 'Alle adressen tonen']
  }
}

/** Shows the text of an option. Marks the parts of this text that occur in the typed line. */
const Matched = ({ text, line }: { text: string; line: string }) =>
  matchedParts(text, line).map(({ text: part, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other key, and the parts have no state.
    isMatch ? <mark key={index}>{part}</mark> : part,
  )

type OptionTextProps = { option: SearchOption; line: string; note?: string | undefined }

/** An option of the search box: an icon beside one or two lines. */
function SearchOptionText({ option, line, note }: OptionTextProps) {
  const [icon, first, second] = contentOf(option)
  return (
    <>
      <Icon name={icon} size={22} />
      <span className={styles.option}>
        <Matched text={first} line={line} />
        {second && (
          <small>
            <Matched text={note ? `${second}. ${note}` : second} line={line} />
          </small>
        )}
      </span>
    </>
  )
}

function placeholderOf({ scope, task }: { scope: { places: boolean; passes: boolean }; task: string | undefined }) {
  if (task) return 'Adres voor de afspraak'
  if (scope.places) return 'Adres, straat, objectcode of chip'
  return scope.passes ? 'Pasnummer' : 'Pagina of actie'
}

/** The search box in the header of every page. Its one field finds everything that the employee may search for. */
export function SearchBox({ employee, pages }: { employee: Employee; pages: OwnPage[] }) {
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // On a narrow screen a button opens the box over the header.
  const [isOpen, setIsOpen] = useState(false)
  const box = useSearchBox(employee, pages, {
    onLeave: () => setIsOpen(false),
    // A page that was already on screen does not set the initial focus again.
    onArrive: () => {
      if (document.activeElement !== field.current) return
      const firstField =
        document.querySelector<HTMLElement>('main input[data-focus-first]') ?? document.querySelector('h1')
      firstField?.focus()
    },
  })
  const { list, options, note, scope, line } = box

  const focus = () => {
    setIsOpen(true)
    field.current?.focus()
    field.current?.select()
  }
  useSearchKeys(focus)
  const onShown = useEffectEvent(() => {
    const text = takeEarlySearch()
    if (text === undefined) return
    focus()
    box.type(text)
  })
  useEffect(() => onShown(), [])
  useStrayScan(box.scan)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  const closeBox = () => {
    list.close()
    box.leaveTask()
    setIsOpen(false)
    // On a wide screen the button is hidden, so this call has no effect and the focus stays in the box.
    opener.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      box.enter()
    } else if (!list.onKey(event) && event.key === 'Escape') {
      // An open window on the page ignores an Escape whose default is prevented.
      event.preventDefault()
      closeBox()
    }
  }

  // The note names the alternatives, so they are not counted.
  const found = options.filter(({ kind }) => kind !== 'alternative').length
  const count = found > 0 && box.isComplete ? countText(found, 'suggestie', 'suggesties') : ''
  const status = useSettledText(list.open ? [count, note].filter(Boolean).join('. ') : '')

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`icon-button ${styles.opener}`}
        aria-label="Zoekveld openen"
        aria-expanded={isOpen}
        onClick={focus}
      >
        <Icon name="search" />
      </button>
      <search className={styles.box} data-opened={isOpen || undefined}>
        <div className={`line relative ${styles.field}`}>
          <Icon name={scope.places ? 'search' : 'pass'} size={20} />
          <input
            {...list.aria}
            ref={field}
            className={styles.input}
            type="text"
            aria-label="Zoeken"
            aria-keyshortcuts="/ Control+K"
            placeholder={placeholderOf(box)}
            value={box.text}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => box.type(event.currentTarget.value)}
            onFocus={list.show}
            onBlur={list.close}
            onKeyDown={onKeyDown}
          />
          <span className={styles.hint} aria-hidden="true">
            /
          </span>
          <button
            type="button"
            className={`icon-button ${styles.close}`}
            aria-label="Zoekveld sluiten"
            onClick={closeBox}
          >
            <Icon name="close" />
          </button>
          <SuggestionList
            label="Suggesties"
            groups={groupOptions(options, line)}
            state={list}
            keyOf={optionKey}
            onChoose={box.choose}
            note={note}
          >
            {(option) => <SearchOptionText option={option} line={line} note={addressNote(option, options)} />}
          </SuggestionList>
        </div>
        <Announcement>{status}</Announcement>
      </search>
    </>
  )
}
