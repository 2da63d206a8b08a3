import { ApiError } from '@rd4-loket/contract/general'
import { type MouseEvent, useLayoutEffect, useState } from 'react'
import { ErrorReference, messageOf } from '../page/Page.tsx'
import styles from './ErrorSummary.module.css'

/** The name of a field on screen: the legend of its group, or its label. */
const nameOf = (field: Element) =>
  (
    field.closest('fieldset')?.querySelector('legend') ??
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`) ??
    document.getElementById(field.getAttribute('aria-labelledby') ?? '')
  )?.textContent

/** The errors above a form. Each sentence names its field and links to it. */
export function ErrorSummary({ error, formId }: { error: Error; formId: string }) {
  const fields = error instanceof ApiError ? Object.entries(error.errors) : []
  // The fields are rendered after this summary, so the first render of a form with an error does not find them yet.
  const [isRendered, setRendered] = useState(false)
  useLayoutEffect(() => setRendered(true), [])
  // In the order of the fields in the form. Errors without a field come first.
  const ids = isRendered ? [...document.querySelectorAll('[id]')].map(({ id }) => id) : []
  const positionOf = ([name]: (typeof fields)[number]) => ids.indexOf(formId + name)
  fields.sort((a, b) => positionOf(a) - positionOf(b))
  const sentences = fields.length > 0 ? fields : [['', [messageOf(error)]] as const]
  // The message of the call can be the sentence of its only field, which is then shown once.
  const isRepeated = sentences.some(([, messages]) => messages.join(' ') === messageOf(error))
  const title = isRepeated ? undefined : messageOf(error)
  return (
    <div
      className={`box column ${styles.summary}`}
      data-tone="error"
      role="alert"
      tabIndex={-1}
      id={`${formId}summary`}
    >
      <p className="failed">{fields.length > 0 ? title || 'Dit gaat nog niet goed' : 'Het is niet gelukt'}</p>
      <ul>
        {sentences.map(([name, messages]) => {
          const field = isRendered && document.getElementById(`${formId}${name}`)
          const sentence = messages.join(' ')
          if (!field) return <li key={name}>{sentence}</li>
          const label = nameOf(field)
          const focusField = (event: MouseEvent) => {
            event.preventDefault()
            field.focus()
          }
          return (
            <li key={name}>
              <a href={`#${field.id}`} onClick={focusField}>
                {label && (label.endsWith('?') ? `${label} ` : `${label}: `)}
                {sentence}
              </a>
            </li>
          )
        })}
      </ul>
      <ErrorReference error={error} />
    </div>
  )
}
