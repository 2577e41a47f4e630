import { halfUp } from '../exam/index.ts'

/**
 * The language of 表达式: numbers, `+ - * / ( )`, `min`, `max`, `round` and codes of indicators.
 * It is parsed into a tree once and worked out per unit; nothing of it is ever run as program text.
 */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'code'; code: string }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; sign: Sign; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; args: Expression[] }

type Sign = '+' | '-' | '*' | '/'
const FUNCTIONS = { min: [1, 20], max: [1, 20], round: [1, 2] } as const
type FunctionName = keyof typeof FUNCTIONS

/** What is wrong with an expression, in the user's words. */
export class ExpressionFault extends Error {}

const LONGEST = 500
const DEEPEST = 40
const TOKEN = /(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|\S/gu

interface Token {
  text: string
  kind: 'number' | 'name' | 'sign'
}

export function parseExpression(text: string): Expression {
  if (text.trim() === '') throw new ExpressionFault('请输入表达式')
  if (text.length > LONGEST) throw new ExpressionFault(`表达式不能超过${LONGEST}个字符`)
  const reader = new Reader(tokensOf(text))
  const tree = sum(reader, 0)
  const rest = reader.next()
  if (rest) throw new ExpressionFault(`表达式在「${rest.text}」处无法理解`)
  return tree
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ([sign, number, name]): Token => {
    if (number !== undefined) return { text: number, kind: 'number' }
    return name === undefined ? { text: sign, kind: 'sign' } : { text: name, kind: 'name' }
  })
}

class Reader {
  private at = 0
  constructor(private readonly tokens: Token[]) {}

  peek(): string | undefined {
    const token = this.tokens[this.at]
    return token?.kind === 'sign' ? token.text : undefined
  }

  next(): Token | undefined {
    const token = this.tokens[this.at]
    this.at += 1
    return token
  }

  expect(sign: string): void {
    const token = this.next()
    if (token?.kind === 'sign' && token.text === sign) return
    throw new ExpressionFault(token ? `表达式在「${token.text}」处缺少「${sign}」` : `表达式末尾缺少「${sign}」`)
  }
}

function sum(reader: Reader, depth: number): Expression {
  return chain(reader, ['+', '-'], () => product(reader, depth))
}

function product(reader: Reader, depth: number): Expression {
  return chain(reader, ['*', '/'], () => unary(reader, depth))
}

/** Operators of one rank bind to the left: 8 - 3 - 2 is 3. */
function chain(reader: Reader, signs: string[], operand: () => Expression): Expression {
  let left = operand()
  for (let sign = reader.peek(); sign && signs.includes(sign); sign = reader.peek()) {
    reader.next()
    left = { kind: 'binary', sign: sign as Sign, left, right: operand() }
  }
  return left
}

function unary(reader: Reader, depth: number): Expression {
  if (depth > DEEPEST) throw new ExpressionFault('表达式的括号套得太深')
  if (reader.peek() !== '-') return atom(reader, depth)
  reader.next()
  return { kind: 'negative', of: unary(reader, depth + 1) }
}

function atom(reader: Reader, depth: number): Expression {
  const token = reader.next()
  if (!token) throw new ExpressionFault('表达式不完整')
  if (token.kind === 'number') return { kind: 'number', value: Number(token.text) }
  if (token.kind === 'name') {
    return reader.peek() === '(' ? call(reader, token.text, depth) : { kind: 'code', code: token.text }
  }
  if (token.text !== '(') throw new ExpressionFault(`表达式在「${token.text}」处无法理解`)
  const inner = sum(reader, depth + 1)
  reader.expect(')')
  return inner
}

function call(reader: Reader, name: string, depth: number): Expression {
  if (!isFunction(name)) throw new ExpressionFault(`没有函数「${name}」，可用 min、max、round`)
  reader.expect('(')
  const args = [sum(reader, depth + 1)]
  while (reader.peek() === ',' || reader.peek() === '，') {
    reader.next()
    args.push(sum(reader, depth + 1))
  }
  reader.expect(')')
  const [least, most] = FUNCTIONS[name]
  if (args.length < least || args.length > most) throw new ExpressionFault(`函数「${name}」的参数个数不对`)
  return { kind: 'call', name, args }
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name)
}

/** A code an expression can name. */
export function isItemCode(code: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(code) && !isFunction(code)
}

/** Codes an expression names, each once, in the order they occur. */
export function codesOf(tree: Expression): string[] {
  const found = new Set<string>()
  const visit = (node: Expression): void => {
    if (node.kind === 'code') found.add(node.code)
    else if (node.kind === 'negative') visit(node.of)
    else if (node.kind === 'binary') [node.left, node.right].forEach(visit)
    else if (node.kind === 'call') node.args.forEach(visit)
  }
  visit(tree)
  return [...found]
}

/** Null where a value is missing, and where something is divided by zero: what cannot be computed is not zero. */
export function evaluate(tree: Expression, valueOf: (code: string) => number | null): number | null {
  switch (tree.kind) {
    case 'number':
      return tree.value
    case 'code':
      return valueOf(tree.code)
    case 'negative':
      return through([tree.of], valueOf, ([value = 0]) => -value)
    case 'binary':
      return through([tree.left, tree.right], valueOf, ([left = 0, right = 0]) => combine(tree.sign, left, right))
    case 'call':
      return through(tree.args, valueOf, (values) => apply(tree.name, values))
  }
}

function through(
  parts: Expression[],
  valueOf: (code: string) => number | null,
  work: (values: number[]) => number | null,
): number | null {
  const values = parts.map((part) => evaluate(part, valueOf))
  const present = values.filter((value) => value !== null)
  const result = present.length === values.length ? work(present) : null
  return result !== null && Number.isFinite(result) ? result : null
}

function combine(sign: Sign, left: number, right: number): number | null {
  switch (sign) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? null : left / right
  }
}

const MOST_DIGITS = 6
/** Beyond it a number has no digits left to round. */
const MOST_ROUNDED = 1e12

function apply(name: FunctionName, values: number[]): number | null {
  if (name === 'min') return Math.min(...values)
  if (name === 'max') return Math.max(...values)
  const [value = 0, digits = 0] = values
  if (Math.abs(value) > MOST_ROUNDED) return value
  return halfUp(value, Math.min(MOST_DIGITS, Math.max(0, Math.trunc(digits))))
}
