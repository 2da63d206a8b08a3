import type { Ref } from 'react'
import { countText } from '../browser/format.ts'
import { LinesField, useField } from './Form.tsx'

type CountedLinesFieldProps = {
  name: string
  label: string
  maxLength: number
  isOptional?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A field of several lines that shows how many characters are left. */
export function CountedLinesField({ ref, name, label, maxLength, isOptional = false }: CountedLinesFieldProps) {
  const left = maxLength - useField(name).value.length
  const room =
    left < 0 ? `${countText(-left, 'teken', 'tekens')} te veel` : `Nog ${countText(left, 'teken', 'tekens')}.`
  const description = isOptional && left >= 0 ? `Mag leeg blijven. ${room}` : room
  return <LinesField ref={ref} name={name} label={label} rows={2} description={description} />
}
