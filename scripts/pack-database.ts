import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { openEmbeddedEngine } from '../server/src/platform/database/embedded/embedded.ts'
import { root } from './run.ts'

/** Packs a database without tables, which every new embedded database starts from. Run it after an update of PGlite. */
const engine = await openEmbeddedEngine()
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 }
const packed = zstdCompressSync(await engine.dump(), { params })
await engine.close()
writeFileSync(join(root, 'server/src/platform/database/embedded/new-database.tar.zst'), packed)
