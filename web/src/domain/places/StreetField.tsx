import { parseInput, type StreetSuggestion, suggestStreets } from '@rd4-loket/contract'
import { type KeyboardEvent, useState } from 'react'
import { countText } from '../../kit/browser/format.ts'
import { useField } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { SuggestionList, useReplyWhileTyping, useSettledText, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { Announcement, failureLine } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { isOffered } from '../../session/offered.tsx'
import { queryWhileTyping } from '../../session/queries.ts'
import { townWithMunicipality } from './town-with-municipality.ts'

/** The street field of a search form. It suggests streets in the chosen municipality, and accepts any other text. */
export function StreetField({ label }: { label: string }) {
  const { error: fieldError, ...field } = useField('street')
  const municipality = useField('municipality_id')
  // Suggestions are for typed text only, not for a street that the page's URL filled in.
  const [typed, setTyped] = useState('')
  const municipality_id = municipality.value === '' ? undefined : Number(municipality.value)
  const body = { street: typed.trim(), municipality_id }
  const {
    shown = [],
    answered,
    error,
  } = useReplyWhileTyping({
    ...queryWhileTyping(suggestStreets, { body }),
    // The server rejects a text that cannot be a street name, for example because it is too long.
    enabled: isOffered(suggestStreets) && typed === field.value && !parseInput(suggestStreets.body, body).errors,
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

  const note = error && `Geen suggesties. ${failureLine(error)}`
  const count = answered && countText(shown.length, 'straat', 'straten')
  const status = useSettledText((list.open && (note || count)) || '')
  return (
    <div className="relative">
      <TextInput
        {...field}
        {...list.aria}
        label={label}
        error={fieldError}
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
        note={note}
      >
        {(it) => (
          <>
            <Icon name="marker" size={22} />
            <span>
              {it.street}
              <small>{townWithMunicipality(it.city, it)}</small>
            </span>
          </>
        )}
      </SuggestionList>
      <Announcement>{status}</Announcement>
    </div>
  )
}
