import ts from 'typescript'
import { type Edit, otherNumber } from './edits.ts'

const operators: Partial<Record<ts.SyntaxKind, string[]>> = {
  [ts.SyntaxKind.LessThanToken]: ['<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<'],
  [ts.SyntaxKind.GreaterThanToken]: ['>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PercentToken]: ['*'],
  [ts.SyntaxKind.PlusEqualsToken]: ['-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['+='],
}
const equalities = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken])
const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])
const droppedMethods = new Set('filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase'.split(' '))

/** Returns the faults to plant in one expression or statement of TypeScript, without the faults of its parts. */
export function typescriptEdits(node: ts.Node, file: ts.SourceFile): Edit[] {
  const textOf = (part: ts.Node) => part.getText(file)
  const replace = (part: ts.Node, text: string): Edit => ({ start: part.getStart(file), end: part.getEnd(), text })

  if (ts.isExpressionStatement(node)) return isCall(node.expression) ? [replace(node, '')] : []
  if (ts.isThrowStatement(node)) return [replace(node, '')]
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      const right = replace(node, textOf(node.right))
      return isParameterOrNull(node) ? [right] : [replace(node, textOf(node.left)), right]
    }
    // Two other mutants already make this condition always true and always false.
    if (isCondition(node) && equalities.has(node.operatorToken.kind)) return []
    return (operators[node.operatorToken.kind] ?? []).map((operator) => replace(node.operatorToken, operator))
  }
  if (ts.isPrefixUnaryExpression(node)) {
    if (isCondition(node) && node.operator === ts.SyntaxKind.ExclamationToken) return []
    const isDropped = node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken
    return isDropped ? [replace(node, textOf(node.operand))] : []
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true')]
  if (ts.isNumericLiteral(node)) return isOrderOfSort(node) ? [] : [replace(node, otherNumber(node.text))]
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return [replace(node, node.text === '' ? "'changed'" : "''")]
  if (ts.isTemplateExpression(node)) return [replace(node, "''")]
  if (ts.isArrayLiteralExpression(node)) {
    const { parent } = node
    const isTarget =
      ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    const isKept = isTarget || ts.isArrayLiteralExpression(parent) || node.elements.length === 0
    return isKept ? [] : [replace(node, '[]')]
  }
  if (ts.isCallExpression(node) && !ts.isOptionalChain(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const [first] = node.arguments
    if (name.text === 'transaction' && first) return [replace(node, `(${textOf(first)})(${textOf(expression)})`)]
    const other = otherMethods.get(name.text)
    if (other) return [replace(name, other)]
    return droppedMethods.has(name.text) ? [replace(node, textOf(expression))] : []
  }
  return []
}

/** Returns the faults of an expression that decides between two branches: it is always true, or always false. */
export function conditionEdits(node: ts.Node, file: ts.SourceFile): Edit[] {
  const { parent } = node
  const isLoop =
    (ts.isWhileStatement(parent) && parent.expression === node) ||
    (ts.isForStatement(parent) && parent.condition === node)
  const values = isCondition(node) ? ['true', 'false'] : isLoop ? ['false'] : []
  return values.map((text) => ({ start: node.getStart(file), end: node.getEnd(), text }))
}

/** Returns whether this is a parameter of SQL with the default null. PostgreSQL's client sends undefined as null. */
const isParameterOrNull = ({ parent, right }: ts.BinaryExpression) =>
  right.kind === ts.SyntaxKind.NullKeyword &&
  ts.isTemplateSpan(parent) &&
  ts.isTaggedTemplateExpression(parent.parent.parent)

/** Returns whether a number is a result of the comparison of a sort. Only its sign has an effect. */
function isOrderOfSort(node: ts.NumericLiteral): boolean {
  let result: ts.Node = node
  while (isResultOf(result.parent, result)) result = result.parent
  const comparison = result.parent
  if (node.text === '0' || !ts.isArrowFunction(comparison) || !ts.isCallExpression(comparison.parent)) return false
  const { expression } = comparison.parent
  return ts.isPropertyAccessExpression(expression) && /^(?:sort|toSorted)$/.test(expression.name.text)
}

const isResultOf = (node: ts.Node, part: ts.Node) =>
  ts.isPrefixUnaryExpression(node) ||
  ts.isParenthesizedExpression(node) ||
  (ts.isConditionalExpression(node) && node.condition !== part)

function isCondition(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent)) return parent.expression === node
  return ts.isConditionalExpression(parent) && parent.condition === node
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node)) return isCall(node.expression)
  return ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)
}
