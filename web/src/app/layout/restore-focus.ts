const sections = 'section, dialog, main'

/**
 * Who works by keyboard keeps their place when what they were at is taken off the page (deleted, closed, answered): the focus goes
 * to the heading of the nearest part of the page that is still there. Gives the way to stop.
 */
export function restoreFocus() {
  let last: Element | undefined
  let around: Element[] = []

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target
    around = []
    for (let part = target.closest(sections); part; part = part.parentElement?.closest(sections) ?? null)
      around.push(part)
  }
  // Whoever clicks beside everything has left by themselves; what is taken off the page is not there any more a moment later.
  const onBlur = () => {
    const left = last
    setTimeout(() => {
      if (left?.isConnected && last === left && document.activeElement === document.body) last = undefined
    })
  }
  const findPlace = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const heading = around.find((part) => part.isConnected)?.querySelector<HTMLElement>('h1, h2, h3')
    const place = heading ?? document.querySelector('h1')
    if (!place) return
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  // A component that knows a better place goes first.
  const watch = new MutationObserver(() => {
    if (last && !last.isConnected) setTimeout(findPlace)
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
