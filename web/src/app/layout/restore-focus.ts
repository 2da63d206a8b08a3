const sections = 'section, dialog, main'

/**
 * Moves the focus when the focused element is removed from the page: to the heading of the nearest remaining part.
 * Returns a function that stops this behaviour.
 */
export function restoreFocus() {
  let lastFocused: Element | undefined
  let enclosingParts: Element[] = []

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    lastFocused = target
    enclosingParts = []
    for (let part = target.closest(sections); part; part = part.parentElement?.closest(sections) ?? null)
      enclosingParts.push(part)
  }
  // After a click outside every control, the blurred element is still on the page. Its focus must not be restored.
  const onBlur = () => {
    const blurred = lastFocused
    setTimeout(() => {
      if (blurred?.isConnected && lastFocused === blurred && document.activeElement === document.body)
        lastFocused = undefined
    })
  }
  const focusHeading = () => {
    if (!lastFocused || lastFocused.isConnected || document.activeElement !== document.body) return
    const heading = enclosingParts.find((part) => part.isConnected)?.querySelector<HTMLElement>('h1, h2, h3')
    const target = heading ?? document.querySelector('h1')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  // Delayed, because a component may first move the focus to a more suitable element.
  const watch = new MutationObserver(() => {
    if (lastFocused && !lastFocused.isConnected) setTimeout(focusHeading)
  })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    watch.disconnect()
  }
}
