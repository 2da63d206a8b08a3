import { TextInput } from '@mantine/core'
import { parseInput, type StreetSuggestion, suggestStreets } from '@rd4-loket/contract'
import { type KeyboardEvent, useState } from 'react'
import { typing } from './api.ts'
import { useCalmText } from './calm-text.ts'
import fieldStyles from './Field.module.css'
import { useField } from './Form.tsx'
import { countText, inMunicipality } from './format.ts'
import { Icon } from './Icon.tsx'
import styles from './StreetField.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import { useSuggestions } from './suggestions.ts'
import { useTypedAnswer } from './typed-answer.ts'

/** The street of a search form: streets are suggested while one types, in the chosen municipality; any other text is fine too. */
export function StreetField({ label }: { label: string }) {
  const { error, ...field } = useField('street')
  const municipality = useField('municipality_id')
  // Only what was typed here asks for suggestions, not what the page's address filled in.
  const [typed, setTyped] = useState('')
  const municipality_id = municipality.value === '' ? undefined : Number(municipality.value)
  const body = { street: typed.trim(), municipality_id }
  const { shown = [], answered } = useTypedAnswer({
    ...typing(suggestStreets, { body }),
    // No street has a name that the server would refuse.
    enabled: typed === field.value && !parseInput(suggestStreets.body, body).errors,
  })
  const list = useSuggestions(shown.length)

  const choose = (suggestion: StreetSuggestion) => {
    setTyped('')
    list.close()
    field.onChange({ currentTarget: { value: suggestion.street } })
    municipality.onChange({ currentTarget: { value: String(suggestion.municipality.id) } })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const marked = shown[list.marked]
    if (event.key === 'Enter' && marked && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(marked)
    } else if (event.key === 'Enter') list.close()
    else list.onKey(event)
  }

  const status = useCalmText(list.open && answered ? countText(shown.length, 'straat', 'straten') : '')
  return (
    <div className={styles.street}>
      <TextInput
        {...field}
        {...list.aria}
        label={label}
        error={error}
        classNames={fieldStyles}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          field.onChange(event)
          list.show()
        }}
        onKeyDown={onKeyDown}
        onBlur={list.close}
      />
      <SuggestionList
        label="Straten"
        groups={[{ rows: shown }]}
        state={list}
        keyOf={(it) => `${it.street} ${it.city} ${it.municipality.id}`}
        onChoose={choose}
      >
        {(it) => (
          <>
            <Icon name="marker" size={22} />
            <span>
              {it.street}
              <small>{inMunicipality(it.city, it)}</small>
            </span>
          </>
        )}
      </SuggestionList>
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </div>
  )
}
