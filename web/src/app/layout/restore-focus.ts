const sections = 'section, dialog, main'

/**
 * Keeps a keyboard user's position when the focused element is removed from the page.
 * The focus moves to the heading of the nearest remaining part of the page. Returns a function that stops this.
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
  // A click outside every control also blurs, but then the element is still connected a moment later.
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
  // Delayed, so that a component can choose a better element first.
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
