import { posix } from 'node:path'
import { menu } from '@xueheng/contract/menu.ts'
import { expect, test } from 'vitest'
import { sourcesEnding } from './platform/_sources.ts'
import { HOME_PAGES, SHELL_PAGES } from './shell/screens/home-pages.ts'
import { pagesByName } from './shell/screens/pages.ts'
import { pageNames } from './shell/screens/resolve.ts'

const all = sourcesEnding('.ts', '.tsx', '.css')
const sources = new Map([...all].filter(([path]) => !/\.test\.tsx?$|\.d\.ts$|\/_/.test(path)))
const pages = [...sources.keys()].filter((path) => path.endsWith('.page.tsx'))
const code = [...sources].filter(([path]) => !path.endsWith('.css')).map(([, text]) => text)

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g

function importsOf(path: string): string[] {
  const found = [...(sources.get(path) ?? '').matchAll(IMPORT)]
  return found.map(([, target = '']) => posix.normalize(posix.join(posix.dirname(path), target)))
}

function reachFrom(starts: string[]): Set<string> {
  const reached = new Set<string>()
  const open = [...starts]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    open.push(...importsOf(path))
  }
  return reached
}

test('every module is reached from the start of the product or from a page', () => {
  const reached = reachFrom(['main.tsx', ...pages])
  expect([...sources.keys()].filter((path) => !reached.has(path))).toEqual([])
})

test('every page is opened by the menu, by a fixed path or by the start page', () => {
  const opened = new Set<string>([...pageNames(menu), ...HOME_PAGES, ...Object.values(SHELL_PAGES)])
  const files = Object.fromEntries(pages.map((path) => [`../../${path}`, path]))
  expect([...pagesByName(files, []).keys()].filter((name) => !opened.has(name))).toEqual([])
})

test('every class of a style sheet stands in a screen', () => {
  const FOREIGN = /^(?:ant|anticon|djs|bjs|ProseMirror|selectedCell)\b/
  // A class put together in the code, as in `is-${state}`.
  const starts = code.flatMap((text) => [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, start = '']) => start))
  const words = new Set(code.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  const classes = [...sources]
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) => classesOf(path, text))
  const dead = classes.filter(
    ([name]) => !FOREIGN.test(name) && !words.has(name) && !starts.some((start) => name.startsWith(start)),
  )
  expect(dead.map(([name, path]) => `${path}: ${name}`)).toEqual([])
})

function classesOf(path: string, text: string): [name: string, path: string][] {
  const selectors = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? []
  const names = selectors.flatMap((selector) => selector.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? [])
  return [...new Set(names)].map((name) => [name, path])
}
