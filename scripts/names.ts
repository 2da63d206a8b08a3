import { basename } from 'node:path'
import ts from 'typescript'

/** Returns the types, interfaces and classes at the top level of a file, except `Props`, which any file may declare. */
function typesIn(file: string, text: string) {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const names = statements
    .filter((it) => ts.isTypeAliasDeclaration(it) || ts.isInterfaceDeclaration(it) || ts.isClassDeclaration(it))
    .map(({ name }) => name?.text ?? '')
  return new Set(names).difference(new Set(['Props']))
}

/** Returns the workspace of a file. `server/demo` counts as a workspace: its files have the names of their tables. */
const workspaceOf = (file: string) => (file.startsWith('server/demo/') ? 'server/demo' : file.split('/')[0])

/** Returns the type names that several files declare, and the file names that occur more than once in a workspace. */
export function findRepeatedNames(texts: Record<string, string>): string[] {
  const places: Record<string, string[]> = {}
  for (const [file, text] of Object.entries(texts)) {
    const types = [...typesIn(file, text)].map((name) => `the type ${name}`)
    for (const name of [...types, `the file ${basename(file)} of ${workspaceOf(file)}`]) {
      places[name] ??= []
      places[name].push(file)
    }
  }
  return Object.entries(places)
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(', ')}`)
}
