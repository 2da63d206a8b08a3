import { singleKeys } from '../browser/keys.ts'

/**
 * The key that operates the control around it. Hidden on narrow screens, on paper, and while single keys are off. The
 * control has the key in `aria-keyshortcuts` too, because screen readers skip this text.
 */
export const KeyHint = ({ children }: { children: string }) =>
  singleKeys.use() && (
    <span className="key-hint" aria-hidden="true">
      {children}
    </span>
  )
