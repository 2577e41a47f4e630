/** Values a process knows, by name. */
export type Variables = Record<string, unknown>

type Node =
  | { kind: 'literal'; value: unknown }
  | { kind: 'path'; names: string[] }
  | { kind: 'unary'; operator: string; operand: Node }
  | { kind: 'binary'; operator: string; left: Node; right: Node }
  | { kind: 'choice'; test: Node; yes: Node; no: Node }

/** A part of a text: as it stands, or worked out. */
type Part = string | Node

const WORDS = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['div', '/'],
  ['mod', '%'],
  ['empty', 'empty'],
])
const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']]
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|"([^"]*)"|([A-Za-z_]\w*)|(==|!=|<=|>=|&&|\|\||[-+*/%<>!?:().]))/y

interface Token {
  kind: 'value' | 'name' | 'sign'
  text: string
  value?: unknown
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(source)
    if (!found) throw new SyntaxError(source.slice(at).trim())
    tokens.push(tokenOf(found))
  }
  return tokens
}

function tokenOf([, number, single, double, name, sign]: RegExpExecArray): Token {
  if (number !== undefined) return { kind: 'value', text: number, value: Number(number) }
  if (name === undefined && sign === undefined) return { kind: 'value', text: '', value: single ?? double ?? '' }
  if (name === undefined) return { kind: 'sign', text: sign ?? '' }
  if (name === 'true' || name === 'false') return { kind: 'value', text: name, value: name === 'true' }
  if (name === 'null') return { kind: 'value', text: name, value: null }
  const operator = WORDS.get(name)
  return operator ? { kind: 'sign', text: operator } : { kind: 'name', text: name }
}

/** Descends from the choice `?:` to the values; each level knows the operators of `LEVELS`. */
class Parser {
  private at = 0

  constructor(private readonly tokens: Token[]) {}

  whole(): Node {
    const node = this.choice()
    if (this.at < this.tokens.length) throw new SyntaxError(this.tokens[this.at]?.text)
    return node
  }

  private choice(): Node {
    const test = this.level(0)
    if (!this.take('?')) return test
    const yes = this.choice()
    this.expect(':')
    return { kind: 'choice', test, yes, no: this.choice() }
  }

  private level(depth: number): Node {
    const operators = LEVELS[depth]
    if (!operators) return this.unary()
    let left = this.level(depth + 1)
    for (let operator = this.takeOf(operators); operator; operator = this.takeOf(operators)) {
      left = { kind: 'binary', operator, left, right: this.level(depth + 1) }
    }
    return left
  }

  private unary(): Node {
    const operator = this.takeOf(['!', '-', 'empty'])
    return operator ? { kind: 'unary', operator, operand: this.unary() } : this.value()
  }

  private value(): Node {
    if (this.take('(')) {
      const inside = this.choice()
      this.expect(')')
      return inside
    }
    const token = this.tokens[this.at]
    this.at += 1
    if (token?.kind === 'value') return { kind: 'literal', value: token.value }
    if (token?.kind !== 'name') throw new SyntaxError(token?.text)
    const names = [token.text]
    while (this.take('.')) names.push(this.name())
    if (this.take('(')) throw new SyntaxError('(')
    return { kind: 'path', names }
  }

  private name(): string {
    const token = this.tokens[this.at]
    if (token?.kind !== 'name') throw new SyntaxError(token?.text)
    this.at += 1
    return token.text
  }

  private take(sign: string): boolean {
    return this.takeOf([sign]) !== undefined
  }

  private takeOf(signs: string[]): string | undefined {
    const token = this.tokens[this.at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
    this.at += 1
    return token.text
  }

  private expect(sign: string): void {
    if (!this.take(sign)) throw new SyntaxError(this.tokens[this.at]?.text ?? sign)
  }
}

const known = new Map<string, Part[]>()
const MOST_KNOWN = 2000

/** `${…}` and `#{…}` inside a text. Throws a `SyntaxError` on anything that is not of this small language. */
export function parseText(source: string): Part[] {
  const old = known.get(source)
  if (old) return old
  const parts: Part[] = []
  let at = 0
  for (const found of source.matchAll(/[$#]\{([^}]*)\}/g)) {
    if (found.index > at) parts.push(source.slice(at, found.index))
    parts.push(new Parser(tokensOf(found[1] ?? '')).whole())
    at = found.index + found[0].length
  }
  if (at < source.length) parts.push(source.slice(at))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(source, parts)
  return parts
}

/** Names of the variables that a text asks for. Throws as `parseText` does. */
export function namesIn(source: string): string[] {
  return [...new Set(parseText(source).flatMap((part) => (typeof part === 'string' ? [] : namesOf(part))))]
}

/** Names of the variables that the value of a text is made of, not of those that choose it. Throws as `parseText` does. */
export function namesOfValue(source: string): string[] {
  return parseText(source).flatMap((part) => (typeof part === 'string' ? [] : namesMaking(part)))
}

function namesMaking(node: Node): string[] {
  return node.kind === 'choice' ? [node.yes, node.no].flatMap(namesMaking) : namesOf(node)
}

function namesOf(node: Node): string[] {
  switch (node.kind) {
    case 'literal':
      return []
    case 'path':
      return node.names.slice(0, 1)
    case 'unary':
      return namesOf(node.operand)
    case 'binary':
      return [...namesOf(node.left), ...namesOf(node.right)]
    case 'choice':
      return [node.test, node.yes, node.no].flatMap(namesOf)
  }
}

/** The value of a text: that of its only expression as it is, of several parts the text they make. */
export function evaluate(source: string, variables: Variables): unknown {
  const parts = parseText(source.trim())
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return typeof only === 'string' ? only : valueOf(only, variables)
  return parts.map((part) => (typeof part === 'string' ? part : textOf(valueOf(part, variables)))).join('')
}

/** Whether a condition holds; a text that is no expression never does. */
export function holds(source: string, variables: Variables): boolean {
  const value = evaluate(source, variables)
  return value === true || value === 'true'
}

/** The expression in words of text; nothing for null and objects. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function valueOf(node: Node, variables: Variables): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'path':
      return read(node.names, variables)
    case 'unary':
      return unary(node.operator, valueOf(node.operand, variables))
    case 'binary':
      return binary(node.operator, valueOf(node.left, variables), () => valueOf(node.right, variables))
    case 'choice':
      return truth(valueOf(node.test, variables)) ? valueOf(node.yes, variables) : valueOf(node.no, variables)
  }
}

/** Own properties only: what every object has is nobody's variable. */
function read(names: string[], variables: Variables): unknown {
  let value: unknown = variables
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Variables)[name]
  }
  return value
}

function unary(operator: string, value: unknown): unknown {
  if (operator === '!') return !truth(value)
  if (operator === '-') return -Number(value)
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function binary(operator: string, left: unknown, right: () => unknown): unknown {
  if (operator === '&&') return truth(left) && truth(right())
  if (operator === '||') return truth(left) || truth(right())
  const other = right()
  switch (operator) {
    case '==':
      return isSame(left, other)
    case '!=':
      return !isSame(left, other)
    case '+':
      return isNumber(left) && isNumber(other) ? Number(left) + Number(other) : textOf(left) + textOf(other)
    case '-':
      return Number(left) - Number(other)
    case '*':
      return Number(left) * Number(other)
    case '/':
      return Number(left) / Number(other)
    case '%':
      return Number(left) % Number(other)
    default:
      return compare(operator, left, other)
  }
}

/** Numbers as numbers, everything else as text; nothing is neither more nor less than anything. */
function compare(operator: string, left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined) return false
  const [a, b] = isNumber(left) && isNumber(right) ? [Number(left), Number(right)] : [textOf(left), textOf(right)]
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    default:
      return a >= b
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (isNumber(left) && isNumber(right)) return Number(left) === Number(right)
  return (left ?? null) === (right ?? null)
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()))
}

function truth(value: unknown): boolean {
  return value === true || value === 'true'
}
