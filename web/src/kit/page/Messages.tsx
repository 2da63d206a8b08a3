import { makeStore } from '../browser/store.ts'
import { Icon, type IconName } from '../theme/Icon.tsx'
import styles from './Messages.module.css'

type PageMessage = { id: number; text: string; icon: IconName }

/** The messages on screen. */
export const messages = makeStore<PageMessage[]>([])
let lastId = 0

/**
 * Shows that an action succeeded, or with another icon that a colleague was first. Errors are never shown here, but in
 * their own place on the page.
 */
export function showMessage(text: string, icon: IconName = 'check') {
  lastId += 1
  messages.write([...messages.read(), { id: lastId, text, icon }])
}

/** Removes all messages, for example before each navigation. */
export function resetMessages() {
  if (messages.read().length > 0) messages.write([])
}

/** The messages, bottom right. They disappear after a while, but not while the mouse is over them. */
export function Messages() {
  return (
    <div className={`screen-only ${styles.messages}`} role="status">
      {messages.use().map(({ id, text, icon }) => (
        <p
          key={id}
          className={`line ${styles.message}`}
          onAnimationEnd={({ animationName }) => {
            if (animationName.includes('leave')) messages.write(messages.read().filter((it) => it.id !== id))
          }}
        >
          <Icon name={icon} size={22} />
          {text}
        </p>
      ))}
    </div>
  )
}
