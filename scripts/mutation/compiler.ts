import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../run.ts'
import type { Mutant } from './instrument.ts'

/** The codes of errors about unused names. A fault that drops a call can leave its import unused. */
const unusedNames = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205])

/** Returns a function that returns whether a file of a workspace still compiles with a fault. Checks only this file. */
export function makeCompiler(workspace: string): (mutant: Mutant) => boolean {
  const folder = join(root, workspace)
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  let changed = { path: '', text: '' }
  let version = 0
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === changed.path ? `${version}` : ''),
    getScriptSnapshot(path) {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
  })
  return ({ file, start, end, text }) => {
    const path = join(root, file)
    const source = readFileSync(path, 'utf8')
    // A dropped statement becomes a block, because it can be the only statement of a condition.
    changed = { path, text: source.slice(0, start) + (text || '{}') + source.slice(end) }
    version++
    const errors = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
    return errors.every(({ code }) => unusedNames.has(code))
  }
}
