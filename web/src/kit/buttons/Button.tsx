import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'

type ButtonStyle = {
  /** The main action of a form or page, another action, a quiet way out, or an action that is hard to undo. */
  variant?: 'filled' | 'default' | 'subtle' | 'danger'
  /** `md` is as high as a field, `lg` as a large field. */
  size?: 'xs' | 'sm' | 'md' | 'lg'
  fullWidth?: boolean
  icon?: ReactNode
}

const lookOf = ({ variant = 'filled', size = 'sm', fullWidth }: ButtonStyle) => ({
  className: styles.button,
  'data-variant': variant,
  'data-size': size,
  'data-full-width': fullWidth || undefined,
})

export type ButtonProps = ButtonStyle & Omit<ComponentProps<'button'>, 'className'>

/** A button with the look of the portal. `isBusy` shows a turning ring in place of its text. */
export const Button = ({
  variant,
  size,
  fullWidth,
  icon,
  isBusy = false,
  children,
  ...button
}: ButtonProps & { isBusy?: boolean }) => (
  <button type="button" {...button} {...lookOf({ variant, size, fullWidth })} data-busy={isBusy || undefined}>
    {isBusy && <span className={styles.ring} aria-hidden="true" />}
    <span className={styles.text}>
      {icon}
      {children}
    </span>
  </button>
)

/** A link to a screen that looks like a button. */
export const LinkButton = createLink(
  ({ variant, size, fullWidth, icon, children, ...link }: ButtonStyle & Omit<ComponentProps<'a'>, 'className'>) => (
    <a {...link} {...lookOf({ variant, size, fullWidth })}>
      <span className={styles.text}>
        {icon}
        {children}
      </span>
    </a>
  ),
)
