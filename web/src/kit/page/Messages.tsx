import { makeStore } from '../browser/store.ts'
import { Icon } from '../theme/Icon.tsx'
import styles from './Messages.module.css'

type Message = { id: number; text: string }

/** What is being told now. */
export const messages = makeStore<Message[]>([])
let count = 0

/** Tells the user that something is done. What fails is told at its own place on the page, never here. */
export function showMessage(text: string) {
  count += 1
  messages.write([...messages.read(), { id: count, text }])
}

/** Takes the messages away, as before every load. */
export function resetMessages() {
  if (messages.read().length > 0) messages.write([])
}

/** The messages, bottom right. They leave by themselves, and wait while the mouse is over them. */
export function Messages() {
  return (
    <div className={styles.messages} role="status">
      {messages.use().map(({ id, text }) => (
        <p
          key={id}
          className={styles.message}
          onAnimationEnd={({ animationName }) => {
            if (animationName.includes('leave')) messages.write(messages.read().filter((it) => it.id !== id))
          }}
        >
          <Icon name="check" size={22} />
          {text}
        </p>
      ))}
    </div>
  )
}
