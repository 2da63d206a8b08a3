import { addressLine, type Employee, townLine, wasteStreamNames, wholeAddressLine } from '@rd4-loket/contract'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { type DeskBox, deskBox, passBox } from '../../domain/passes/pass-box.ts'
import {
  useEarlyKeys,
  useQuestionedScan,
  useReaderEnd,
  useSecondEnter,
  useStrayKeys,
} from '../../domain/passes/pass-keys.tsx'
import { townWithMunicipality } from '../../domain/places/town-with-municipality.ts'
import { countText, groupedCode } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { HeaderBox } from '../../kit/forms/HeaderBox.tsx'
import { headerField } from '../../kit/forms/header-field.ts'
import { SuggestionList, useSettledText } from '../../kit/forms/Suggestions.tsx'
import { Announcement } from '../../kit/page/Page.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { type AddressTask, addressTasks, type OwnPage } from './actions.ts'
import { matchedParts } from './matched-parts.ts'
import { type Commands, groupOptions, optionKey, placeNote, type SearchOption, useSearchBox } from './search-box.ts'
import { takeEarlySearch, useSearchKeys, useStrayScan } from './search-keys.ts'

const passNotes: KeyNote[] = [
  { keys: ['Pas', 'Enter'], action: 'De pas opzoeken; een scan werkt ook naast het veld' },
  { keys: ['↑', '↓'], action: 'Op de balie: een taak kiezen, zolang het pasveld leeg is' },
]
const noNotes: KeyNote[] = []

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
    case 'task':
    case 'desk':
      return ['arrow-right', option.title, option.hint]
    case 'logout':
      return ['logout', option.title]
    case 'keys':
      return ['keyboard', option.title]
    case 'print':
      return ['print', option.title]
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

type OptionTextProps = { option: SearchOption; line: string; note: string }

/** An option of the search box: an icon beside one or two lines. */
function SearchOptionText({ option, line, note }: OptionTextProps) {
  const [icon, first, second] = contentOf(option)
  return (
    <>
      <Icon name={icon} size={22} />
      <span>
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

function placeholderOf({
  scope,
  isPassBox,
  task,
}: {
  scope: { places: boolean }
  isPassBox: boolean
  task?: AddressTask
}) {
  if (task) return `Adres ${addressTasks[task].purpose}`
  if (isPassBox) return 'Scan, of typ een pasnummer'
  return scope.places ? 'Adres, straat, objectcode of chip' : 'Pagina of actie'
}

const deskPath = '/services-and-settings'

type SearchBoxProps = { employee: Employee; pages: OwnPage[]; commands: Commands }

/** The one box in the header of every page. On the pass desk, a task that begins with an address has its own box. */
export function SearchBox(props: SearchBoxProps) {
  const desk = deskBox.use()
  if (!desk?.AddressBox) return <MainBox {...props} desk={desk} />
  return (
    <>
      <desk.AddressBox />
      <SearchKeys focus={focusField} />
    </>
  )
}

function focusField() {
  headerField.current?.focus()
  headerField.current?.select()
}

function SearchKeys({ focus }: { focus: () => void }) {
  useSearchKeys(focus)
  return null
}

/**
 * The field that finds everything that the employee may search for. For an employee who only looks up passes, and on
 * the pass desk, it is the field for a pass.
 */
function MainBox({ employee, pages, commands, desk }: SearchBoxProps & { desk: DeskBox | undefined }) {
  const id = useId()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const box = useSearchBox(employee, pages, commands, {
    desk,
    // A page that was already on screen does not set the initial focus again.
    onArrive: () => {
      if (document.activeElement !== headerField.current) return
      const first = document.querySelector<HTMLElement>('input[data-focus-first]') ?? document.querySelector('h1')
      first?.focus()
    },
  })
  const { list, options, note, scope, line, text, isPassBox, refused } = box
  const onReaderEnd = useReaderEnd()

  const focus = () => {
    focusField()
    if (!desk) list.show()
  }
  const onShown = useEffectEvent(() => {
    const early = takeEarlySearch()
    if (early === undefined) return
    focus()
    box.type(early)
  })
  useEffect(() => onShown(), [])
  useStrayScan((digits) => !isPassBox && box.scan(digits))
  useStrayKeys((key) => desk !== undefined || (isPassBox && /\d/.test(key)))
  useQuestionedScan(isPassBox && !desk)
  useSecondEnter()
  useKeyNotes('Milieupas', isPassBox ? passNotes : noNotes)
  useLayoutEffect(() => {
    passBox.enter = box.enterPass
    passBox.type = box.type
  })
  useEarlyKeys(isPassBox)
  // A rejected text that was entered on the card continues in this field. It is selected, so the next scan replaces it.
  const mustSelect = useRef(false)
  const rejected = desk?.rejected ?? refused
  const onRejected = useEffectEvent(() => {
    if (!rejected?.typed) return
    if (text === '') box.setText(rejected.typed)
    mustSelect.current = true
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each rejected text.
  useLayoutEffect(() => onRejected(), [desk?.rejected?.id, refused?.times])
  useLayoutEffect(() => {
    if (!mustSelect.current || headerField.current?.value === '') return
    mustSelect.current = false
    headerField.current?.select()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : -1
    if (isPassBox) onReaderEnd(event)
    if (event.defaultPrevented) return
    if (desk && text === '' && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      desk.moveTask(step)
    } else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      box.enter()
    } else if (!list.onKey(event) && key === 'Escape') {
      // An open window on the page ignores an Escape whose default is prevented.
      event.preventDefault()
      box.leaveTask()
    }
  }

  // The note names the alternatives, so they are not counted.
  const found = options.filter(({ kind }) => kind !== 'alternative').length
  const count = found > 0 && box.isComplete ? countText(found, 'suggestie', 'suggesties') : ''
  const status = useSettledText(list.open && !refused ? [count, note].filter(Boolean).join('. ') : '')
  const errorId = refused ? `${id}error` : desk?.errorId

  return (
    <>
      <HeaderBox
        key={isPassBox ? 'pass' : 'search'}
        {...list.aria}
        icon={isPassBox ? 'pass' : 'search'}
        name={isPassBox ? 'Pasnummer' : 'Zoeken'}
        label={isPassBox ? 'Pas' : undefined}
        submit={isPassBox ? 'Zoek pas' : undefined}
        placeholder={placeholderOf(box)}
        value={text}
        autoCapitalize={isPassBox ? 'characters' : 'none'}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        data-number={(isPassBox && /\d/.test(text)) || undefined}
        data-scan={desk ? true : undefined}
        data-code={!isPassBox || undefined}
        data-focus-first={path === '/dashboard' || (scope.passes && path === deskPath) || undefined}
        onChange={(event) => box.type(event.currentTarget.value)}
        onClick={() => isPassBox || list.show()}
        onBlur={list.close}
        onKeyDown={onKeyDown}
        onEnter={box.enter}
      >
        <SuggestionList
          label="Suggesties"
          groups={groupOptions(options, line)}
          state={list}
          keyOf={optionKey}
          onChoose={box.choose}
          note={
            refused ? (
              <span key={refused.times} id={errorId} role="alert">
                {note}
              </span>
            ) : (
              note
            )
          }
        >
          {(option) => <SearchOptionText option={option} line={line} note={placeNote(option, options)} />}
        </SuggestionList>
      </HeaderBox>
      <Announcement>{status}</Announcement>
      <SearchKeys focus={focus} />
    </>
  )
}
