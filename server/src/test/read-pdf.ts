import { getDocumentProxy } from 'unpdf'

/** The structure of a page in short: `[type, …children]`, where a text is a child. */
export type PdfNode = [type: string, ...children: (PdfNode | string)[]]
type ReadNode = { role?: string; id?: string; children?: ReadNode[] }

/**
 * Reads a file with another PDF library. Returns the structure of each page with its texts, and the drawn texts.
 * `drawn` has each text after its distance from the left and the bottom of the page and its size, in points.
 */
export async function readPdf(bytes: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: { structure: PdfNode; texts: string[]; drawn: string[] }[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const textOf = new Map<string, string>()
    const texts: string[] = []
    const drawn: string[] = []
    let id: string | undefined
    for (const item of items) {
      if ('str' in item) {
        texts.push(item.str)
        const [size, , , , left, bottom] = item.transform.map((number: number) => Math.round(number * 10) / 10)
        if (item.str.trim()) drawn.push(`${left} ${bottom} ${size} ${item.str}`)
        // The library omits the space at the end of a line. It adds a space between two texts on one line.
        if (id) textOf.set(id, `${textOf.get(id) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`.trimStart())
      } else id = item.type === 'endMarkedContent' ? undefined : item.id
    }
    const nodeOf = ({ role = '', children = [] }: ReadNode): PdfNode => [
      role,
      ...children.map((child) => (child.id ? (textOf.get(child.id) ?? '').trimEnd() : nodeOf(child))),
    ]
    const structure = nodeOf((await page.getStructTree()) as ReadNode)
    pages.push({ structure, texts: texts.filter((it) => it.trim()), drawn })
  }
  return { pages, metadata: await document.getMetadata() }
}
