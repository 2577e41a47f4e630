import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../../')
const CHINESE = /[\u4e00-\u9fff]/

export interface Found {
  /** A template literal's parts with `{1}`, `{2}` … for what is put in. */
  text: string
  file: string
}

/** Every Chinese text of the sources below `folder` (from the root), tests left out. */
export function chineseTexts(folder: string): Found[] {
  return collect(folder, visit)
}

/** Chinese texts handed to calls of these names, and the `text` of declared refusals. */
export function refusalTexts(folder: string): Found[] {
  return collect(folder, visitRefusals)
}

type Visit = (node: unknown, texts: string[]) => void

function collect(folder: string, visitor: Visit): Found[] {
  return sourcesOf(join(ROOT, folder)).flatMap((file) =>
    textsOf(file, visitor).map((text) => ({ text, file: file.slice(ROOT.length) })),
  )
}

export function readRoot(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'node_modules' ? [] : sourcesOf(path)
    const isSource = /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('_')
    return isSource ? [path] : []
  })
}

function textsOf(file: string, visitor: Visit): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const texts: string[] = []
  visitor(program, texts)
  return texts.filter((text) => CHINESE.test(text))
}

interface Node {
  type?: string
  value?: unknown
  quasis?: { value: { cooked: string } }[]
  callee?: { name?: string }
  arguments?: unknown
  key?: { name?: string }
}

const REFUSALS = new Set(['fault', 'refuse', 'conflict', 'AppError'])

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, texts))
  if (typeof node !== 'object' || node === null) return
  const { type, value, quasis } = node as Node
  if (type === 'Literal' && typeof value === 'string') texts.push(value)
  if (type === 'JSXText' && typeof value === 'string') texts.push(value.trim())
  if (type === 'TemplateLiteral') texts.push(joined(quasis ?? []))
  for (const child of Object.values(node)) visit(child, texts)
}

function visitRefusals(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) return node.forEach((one) => visitRefusals(one, texts))
  if (typeof node !== 'object' || node === null) return
  const { type, value, callee, key } = node as Node
  if (type?.endsWith('Expression') && REFUSALS.has(callee?.name ?? '')) return visit((node as Node).arguments, texts)
  if (type === 'Property' && (key?.name === 'text' || key?.name === 'message')) visit(value, texts)
  for (const child of Object.values(node)) visitRefusals(child, texts)
}

function joined(quasis: { value: { cooked: string } }[]): string {
  return quasis.map(({ value }, at) => (at === 0 ? value.cooked : `{${at}}${value.cooked}`)).join('')
}
