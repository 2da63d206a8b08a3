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

const vagueFile = /(^|[-.])(helpers?|utils?|managers?|shared|common|misc)([-.]|$)/i
const vagueFunction = /^(get|handle|process|manage)[A-Z]/
const vagueType = /(Helper|Util|Manager|Service|Repository|Mapper|Processor|Handler)$/

/** Returns the names at the top level of a file, and the name of the file, that do not state what they are for. */
export function findVagueNames(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const functions = statements.flatMap((it) => {
    if (ts.isFunctionDeclaration(it)) return it.name?.text ?? ''
    if (!ts.isVariableStatement(it)) return []
    return it.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''))
  })
  return [
    ...(vagueFile.test(basename(file)) ? [basename(file)] : []),
    ...functions.filter((name) => vagueFunction.test(name)),
    ...[...typesIn(file, text)].filter((name) => vagueType.test(name)),
  ].map((name) => `${file}: ${name}`)
}
