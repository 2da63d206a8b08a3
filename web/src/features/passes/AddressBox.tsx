import { useId } from 'react'
import { deskBox } from '../../domain/passes/pass-box.ts'
import { usePassForm } from '../../domain/passes/pass-form.ts'
import { markEntered, passInLine, useReaderEnd, useStrayKeys } from '../../domain/passes/pass-keys.tsx'
import { AddressSuggestions, useAddressChoice } from '../../domain/places/AddressField.tsx'
import { HeaderBox } from '../../kit/forms/HeaderBox.tsx'

/**
 * The box in the header during a task that begins with an address. A line that is a pass number is looked up as a pass,
 * so a scan into the empty box is never an address.
 */
export function AddressBox() {
  const id = useId()
  const desk = deskBox.use()
  const form = usePassForm()
  const choice = useAddressChoice((alias) => deskBox.read()?.chooseAddress(alias))
  const { text, list, missing } = choice
  const onReaderEnd = useReaderEnd()
  useStrayKeys(() => true)
  const enter = () => {
    const number = passInLine(choice.line, form)
    if (number === undefined) return choice.enter()
    choice.type('')
    list.close()
    if (desk?.enter(number)) markEntered()
  }
  const errorId = missing ? `${id}error` : desk?.errorId
  return (
    <HeaderBox
      {...list.aria}
      icon="search"
      name="Adres van de inwoner"
      label="Adres"
      submit="Zoek adres"
      placeholder="Postcode en nummer, of straat"
      value={text}
      autoCapitalize="none"
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      data-scan
      data-focus-first
      onChange={(event) => choice.type(event.currentTarget.value)}
      onBlur={list.close}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : -1
        onReaderEnd(event)
        if (event.defaultPrevented) return
        if (text === '' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
          event.preventDefault()
          desk?.moveTask(step)
        } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          enter()
        } else choice.onKeyDown(event)
      }}
      onEnter={enter}
    >
      {missing && (
        <p id={errorId} role="alert" className="visually-hidden">
          {missing}
        </p>
      )}
      <AddressSuggestions of={choice} />
    </HeaderBox>
  )
}
