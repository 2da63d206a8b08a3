/** Prints a text on a page of its own, without the page on screen. */
export function printText(title: string, text: string) {
  const frame = document.createElement('iframe')
  // A frame that is not displayed prints an empty page in some browsers.
  frame.className = 'visually-hidden'
  frame.title = title
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return frame.remove()
  page.title = title
  for (const line of text.split('\n')) {
    const paragraph = page.createElement('p')
    paragraph.textContent = line
    page.body.append(paragraph)
  }
  view.onafterprint = () => frame.remove()
  view.print()
}
