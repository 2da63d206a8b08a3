import { expect, test } from 'vitest'
import { openInnerZip } from './zip.ts'

test('rejects a ZIP file inside a ZIP file, without a copy, when the disk has too little space for it', async () => {
  const opened: string[] = []
  const files = openInnerZip({
    name: 'VBO.zip',
    size: Number.MAX_SAFE_INTEGER,
    async *open() {
      opened.push('VBO.zip')
      yield Buffer.alloc(0)
    },
    unpacked: { add: () => {} },
  })
  await expect(files.next()).rejects.toThrow(/heeft te weinig ruimte om VBO\.zip uit te pakken/)
  expect(opened).toEqual([])
})
