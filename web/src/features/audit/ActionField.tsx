import { actionGroups, actionWords } from '@rd4-loket/contract'
import { type KeyboardEvent, useState } from 'react'
import { useField } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { SuggestionList, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { rollText } from '../../session/session.ts'

type LoggedAction = (typeof actionGroups)[number]['actions'][number]

/** Returns the name of an action, with the municipality's word for rolls. */
export const actionName = (action: LoggedAction) => rollText(actionWords[action][0])
const allActions = actionGroups.flatMap(({ actions }) => actions)

/** Returns the action with this name; null for an empty text, and undefined for any other text. */
export const actionIn = (text = '') =>
  text.trim() === ''
    ? null
    : allActions.find((action) => actionName(action).toLowerCase() === text.trim().toLowerCase())

/** Returns the text of the field for an action. */
export const actionText = (action: string | null | undefined) =>
  action && Object.hasOwn(actionWords, action) ? actionName(action as LoggedAction) : ''

/** Returns the groups with the actions that contain every typed word. */
function matchingGroups(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return actionGroups.map(({ name, actions }) => ({
    name: rollText(name),
    rows: actions.filter((action) => {
      const text = rollText(`${name} ${actionWords[action].slice(0, 2).join(' ')}`).toLowerCase()
      return words.every((word) => text.includes(word))
    }),
  }))
}

/** The field for an action of the log. It lists the actions in groups, and finds them by typed words. */
export function ActionField() {
  const { error, ...field } = useField('action')
  // The list of a field in which nothing was typed shows every action.
  const [isTyped, setTyped] = useState(false)
  const groups = matchingGroups(isTyped ? field.value : '')
  const rows = groups.flatMap((group) => group.rows)
  const list = useSuggestions(rows.length)
  const choose = (action: LoggedAction) => {
    list.close()
    setTyped(false)
    field.onChange({ currentTarget: { value: actionName(action) } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const marked = rows[list.marked]
    if (event.key === 'Enter' && marked && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(marked)
    } else if (event.key === 'Enter') list.close()
    else list.onKey(event)
  }
  return (
    <div className="relative">
      <TextInput
        {...field}
        {...list.aria}
        label="Handeling"
        placeholder="Alles"
        error={error}
        autoComplete="off"
        onChange={(event) => {
          field.onChange(event)
          setTyped(true)
          list.show()
        }}
        onClick={list.show}
        onKeyDown={onKeyDown}
        onBlur={list.close}
      />
      <SuggestionList
        label="Handelingen"
        groups={groups}
        state={list}
        keyOf={(action) => action}
        onChoose={choose}
        note={rows.length === 0 && 'Geen handeling met deze woorden.'}
      >
        {(action) => (
          <>
            <Icon name="search" size={18} />
            <span>{actionName(action)}</span>
          </>
        )}
      </SuggestionList>
    </div>
  )
}
