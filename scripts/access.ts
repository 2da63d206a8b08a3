import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessDocument } from './access-document.ts'
import { root } from './run.ts'

writeFileSync(join(root, 'docs/access.md'), accessDocument())
