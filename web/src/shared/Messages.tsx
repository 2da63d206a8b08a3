import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Messages.module.css'

type Message = { id: number; text: string }

let messages: Message[] = []
let count = 0
const listeners = new Set<() => void>()

function change(to: Message[]) {
  messages = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells the user that something is done. What fails is told at its own place on the page, never here. */
export function showMessage(text: string) {
  count += 1
  change([...messages, { id: count, text }])
}

/** Takes the messages away, as before every load. */
export function resetMessages() {
  if (messages.length > 0) change([])
}

/** The messages, bottom right. They leave by themselves, and wait while the mouse is over them. */
export function Messages() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <div className={styles.messages} role="status">
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className={styles.message}
          onAnimationEnd={({ animationName }) => {
            if (animationName.includes('leave')) change(messages.filter((message) => message.id !== id))
          }}
        >
          <Icon name="check" size={22} />
          {text}
        </p>
      ))}
    </div>
  )
}
