import ts from 'typescript'
import type { Edit } from './edits.ts'
import { sqlEdits } from './sql-mutants.ts'
import { conditionEdits, typescriptEdits } from './typescript-mutants.ts'

/**
 * A fault that can be planted. `code` is the first line of the code that changes, and `change` is its difference. The
 * code is `imported` when it is outside functions, so it is executed only during the import of its file.
 */
export type Mutant = Edit & {
  id: number
  file: string
  line: number
  code: string
  change: string
  imported: boolean
}

/**
 * Returns all faults that can be planted in a file, and the source of the file with all these faults. A fault has an
 * effect only while `isPlanted(id)` returns true for the id of the fault. So the tests can run with each fault without
 * another compilation. The ids start at `firstId`.
 */
export function instrument(path: string, source: string, firstId: number): { code: string; mutants: Mutant[] } {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const isQueryFile = path.endsWith('.queries.ts')
  const lines = source.split('\n')
  const describe = ({ start, end, text }: Edit) => {
    const { line } = file.getLineAndCharacterOfPosition(start)
    const short = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(0, 120) || 'nothing'
    return {
      line: line + 1,
      code: lines[line]?.trim() ?? '',
      change: `${short(source.slice(start, end))} → ${short(text)}`,
    }
  }

  function emit(node: ts.Node): string {
    if (isWithoutCode(node) || isOnlySeen(node)) return node.getText(file)
    let text = ''
    let position = node.getStart(file)
    ts.forEachChild(node, (child) => {
      const start = child.getStart(file)
      const code = emit(child)
      // In JSX, only a literal without a change may stand without braces.
      const needsBraces = ts.isJsxAttribute(node) && ts.isStringLiteral(child) && code !== child.getText(file)
      text += source.slice(position, start) + (needsBraces ? `{${code}}` : code)
      position = child.getEnd()
    })
    text += source.slice(position, node.getEnd())
    const edits = unique(editsOf(node, file, isQueryFile, source), source)
    const imported = !ts.findAncestor(node, ts.isFunctionLike)
    const planted = edits.map((edit) => {
      const id = firstId + mutants.length
      mutants.push({ id, file: path, imported, ...edit, ...describe(edit) })
      return {
        id,
        code: source.slice(node.getStart(file), edit.start) + edit.text + source.slice(edit.end, node.getEnd()),
      }
    })
    // A statement becomes a block: without semicolons, a line that begins with a parenthesis continues the line above.
    if (ts.isExpressionStatement(node) || ts.isThrowStatement(node))
      return planted.length === 0 ? `{ ${text} }` : `{ if (!isPlanted(${planted[0]?.id})) { ${text} } }`
    if (planted.length === 0) return text
    return `(${planted.map(({ id, code }) => `isPlanted(${id}) ? ${code} : `).join('')}${text})`
  }

  const parts = file.statements.map(
    (statement) => source.slice(statement.getFullStart(), statement.getStart(file)) + emit(statement),
  )
  return { code: parts.join(''), mutants }
}

function editsOf(node: ts.Node, file: ts.SourceFile, isQueryFile: boolean, source: string): Edit[] {
  if (isQueryFile && ts.isTaggedTemplateExpression(node)) {
    const edits = templateEdits(node.template, file, source)
    if (!firstRowTag.test(node.tag.getText(file))) return edits
    // The caller reads at most the first row. The limit only saves work.
    const limit = /limit 1`$/.exec(node.template.getText(file))
    return edits.filter(({ end }) => !limit || end < node.getEnd() - 1)
  }
  const isTemplate = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
  if (isTemplate && ts.isTaggedTemplateExpression(node.parent)) return []
  if (isTemplate && isQueryFile) return templateEdits(node, file, source)
  if ((ts.isStringLiteral(node) || ts.isNumericLiteral(node)) && !isValue(node)) return []
  return [...conditionEdits(node, file), ...typescriptEdits(node, file)]
}

const firstRowTag = /^(?:firstRow|firstValue|hasRow)\b/

function templateEdits(template: ts.TemplateLiteral, file: ts.SourceFile, source: string): Edit[] {
  const holes = ts.isTemplateExpression(template)
    ? template.templateSpans.map(({ expression, literal }): [number, number] => [
        source.lastIndexOf('${', expression.getStart(file)),
        literal.getStart(file) + 1,
      ])
    : []
  return sqlEdits(source, template.getStart(file) + 1, template.getEnd() - 1, holes)
}

/** Returns whether a literal is a value: not the name of a property, of a module or of a setting. */
function isValue(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isElementAccessExpression(parent)) return false
  if (ts.isJsxExpression(parent)) return !ts.isNumericLiteral(node)
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name !== node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  return !(ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
}

/** Returns whether this only states how something looks. No test in jsdom sees that. */
const isOnlySeen = (node: ts.Node) =>
  ts.isJsxAttribute(node) && /^(?:className|style|d|viewBox|aria-hidden)$/.test(node.name.getText())

function isWithoutCode(node: ts.Node): boolean {
  const isDeclaredType =
    ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isModuleDeclaration(node)
  return ts.isTypeNode(node) || isDeclaredType || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
}

/** Returns the edits without repetitions, and without those that change nothing. */
function unique(edits: Edit[], source: string): Edit[] {
  const changes = edits.filter(({ start, end, text }) => source.slice(start, end) !== text)
  return [...new Map(changes.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values()]
}
