import {
  addressLine,
  addressNoteText,
  alternativesOf,
  type CalendarAddressHit,
  extensionKey,
  matchText,
  parseInput,
  type Reply,
  required,
  type SearchAlternative,
  searchCalendarAddresses,
  townLine,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { countText } from '../../kit/browser/format.ts'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { SuggestionList, useReplyWhileTyping, useSettledText, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { Announcement, failureLine } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { queryWhileTyping } from '../../session/queries.ts'
import styles from './AddressField.module.css'
import { townWithMunicipality } from './town-with-municipality.ts'

type Found = Reply<typeof searchCalendarAddresses>
type AddressOption = CalendarAddressHit | ({ kind: 'alternative' } & SearchAlternative)

const nothingFound = 'Geen adres gevonden. Typ een postcode met huisnummer, of een straat met huisnummer.'

/** The text of a chosen street. The employee then types the number after it. */
const completion = ({ street, city }: { street: string; city: string }) => `${street}, ${city} `

const optionsOf = ({ data, meta }: Found, line: string): AddressOption[] => [
  ...data.filter((hit) => hit.kind === 'address' || completion(hit).trim() !== line),
  ...(meta.missing ? alternativesOf(meta.missing) : []).map((it) => ({ kind: 'alternative' as const, ...it })),
]

function noteOf({ data, meta }: Found, line: string) {
  if (meta.missing?.part === 'everything') return nothingFound
  if (meta.missing) return matchText(meta)
  if (data.some((hit) => hit.kind === 'street' && completion(hit).trim() === line))
    return 'Typ het huisnummer achter de straat.'
  return data.length === 0 ? nothingFound : matchText(meta)
}

/**
 * Returns the only address of an exact reply, or the only one with the whole name of the street or with the extension
 * of a chosen alternative.
 */
function onlyAddress({ data, meta }: Found, { extension }: Pick<SearchAlternative, 'extension'> = {}) {
  const addresses = data.filter((hit) => hit.kind === 'address')
  const same =
    extension === undefined
      ? addresses
      : addresses.filter((it) => extensionKey(it.house_number_extension ?? '') === extensionKey(extension ?? ''))
  const [only, ...others] = same
  const isExact = extension !== undefined || (meta.match === 'exact' && !meta.more)
  if (extension === undefined && meta.match === 'exact' && meta.first_only) return only
  return only && others.length === 0 && isExact ? only : undefined
}

function OptionText({ of: option, isTwin }: { of: AddressOption; isTwin: boolean }) {
  if (option.kind === 'alternative')
    return (
      <>
        <Icon name="marker" size={22} />
        <span>{option.extension === null ? `${option.line} (zonder toevoeging)` : option.line}</span>
      </>
    )
  if (option.kind === 'street')
    return (
      <>
        <Icon name="marker" size={22} />
        <span>
          {option.street}
          <small>{townWithMunicipality(option.city, option)}</small>
        </span>
      </>
    )
  return (
    <>
      <Icon name="marker-home" size={22} />
      <span>
        {addressLine(option)}
        <small>
          {townLine(option)}
          {isTwin && `. Objectcode ${option.object_code ?? 'onbekend'}`}
          {option.notes?.map((note) => `. ${addressNoteText(note)}`).join('')}
        </small>
      </span>
    </>
  )
}

const keyOf = (option: AddressOption) => {
  if (option.kind === 'address') return option.alias
  return option.kind === 'alternative' ? option.line : `${option.street} ${option.city} ${option.municipality.id}`
}

/**
 * The state of a field that suggests the addresses whose collection days the employee may see: its text, its list, and
 * `enter`, which chooses the marked address, or the only address of the text.
 */
export function useAddressChoice(onChoose: (alias: string, line: string) => void) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const latestLine = useRef('')
  const line = text.trim()
  const body = { text: line }
  const { shown, answered, error } = useReplyWhileTyping({
    ...queryWhileTyping(searchCalendarAddresses, { body }),
    enabled: line !== '' && !parseInput(searchCalendarAddresses.body, body).errors,
  })
  const options = shown ? optionsOf(shown, line) : []
  const list = useSuggestions(options.length)

  const type = (typed: string) => {
    latestLine.current = typed.trim()
    setText(typed)
    setMissing(false)
    list.show()
  }
  const choose = (option: AddressOption) => {
    if (option.kind === 'street') return type(completion(option))
    if (option.kind === 'alternative') {
      type(option.line)
      return void chooseExact(option.line, option)
    }
    type('')
    list.close()
    onChoose(option.alias, `${addressLine(option)}, ${townLine(option)}`)
  }
  /** Chooses the only address of a line when the reply arrives, or marks the first suggestion. */
  const chooseExact = async (searched: string, alternative?: SearchAlternative) => {
    const sent = { body: { text: searched } }
    const reply = await client.fetchQuery(queryWhileTyping(searchCalendarAddresses, sent)).catch(() => undefined)
    // The employee changed the text before the reply arrived.
    if (!reply || latestLine.current !== searched.trim()) return
    const only = onlyAddress(reply, alternative)
    if (only) choose(only)
    else list.mark(optionsOf(reply, searched.trim()).length > 0 ? 0 : -1)
  }

  const enter = () => {
    if (line === '') return setMissing(true)
    const marked = options[list.marked]
    if (marked) choose(marked)
    else {
      list.show()
      void chooseExact(line)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return void list.onKey(event)
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    enter()
  }

  const note = error ? failureLine(error) : shown && noteOf(shown, line)
  const count = answered && options.length > 0 && countText(options.length, 'suggestie', 'suggesties')
  const status = useSettledText((list.open && line !== '' && [count, note].filter(Boolean).join('. ')) || '')
  return {
    text,
    line,
    type,
    list,
    options,
    choose,
    enter,
    onKeyDown,
    note: line !== '' && note,
    status,
    missing: isMissing && required,
  }
}

type AddressSuggestionsProps = { of: ReturnType<typeof useAddressChoice> }

/** The list of addresses below the field, and its announcement. */
export function AddressSuggestions({ of: { list, options, choose, note, status } }: AddressSuggestionsProps) {
  const isTwin = (option: AddressOption) =>
    option.kind === 'address' &&
    options.filter((other) => other.kind === 'address' && addressLine(other) === addressLine(option)).length > 1
  return (
    <>
      <SuggestionList
        label="Adressen"
        groups={[{ rows: options }]}
        state={list}
        keyOf={keyOf}
        onChoose={choose}
        note={note}
      >
        {(option) => <OptionText of={option} isTwin={isTwin(option)} />}
      </SuggestionList>
      <Announcement>{status}</Announcement>
    </>
  )
}

type AddressFieldProps = {
  label?: string
  /** Receives the chosen address: its alias, and the text that shows it. */
  onChoose: (alias: string, line: string) => void
}

/** A field that suggests the addresses whose collection days the employee may see. */
export function AddressField({ label = 'Adres', onChoose }: AddressFieldProps) {
  const choice = useAddressChoice(onChoose)
  return (
    <div className={`relative screen-only ${styles.search}`}>
      <TextInput
        {...choice.list.aria}
        label={label}
        error={choice.missing}
        value={choice.text}
        maxLength={200}
        placeholder="Postcode en nummer, of straat"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        icon={<Icon name="search" size={20} />}
        onChange={(event) => choice.type(event.currentTarget.value)}
        onKeyDown={choice.onKeyDown}
        onBlur={choice.list.close}
      />
      <AddressSuggestions of={choice} />
    </div>
  )
}
