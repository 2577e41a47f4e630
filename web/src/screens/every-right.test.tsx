import '../../test-built.ts'
import { registry } from '@xueheng/contract'
import { viewPermission } from '@xueheng/contract/derive/view-permission.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callOf } from './_made-server.ts'
import { SCREENS_BY_PATH, declared, failures, openScreen } from './_screens.tsx'
import asked from './__snapshots__/calls-on-opening.json'

/** Parts that come when they are wanted are there from the start: a page is the same however long they take. */
beforeAll(async () => {
  const parts = import.meta.glob(['../{platform,domains}/**/*.tsx', '!**/*.test.tsx', '!**/_*'])
  await Promise.all(Object.values(parts).map((load) => load()))
})
afterEach(() => vi.unstubAllGlobals())

/** What buttons that change something are called all over the product, beside the words of the menu. */
const CHANGING = ['新增', '新增下级', '编辑', '修改', '复制', '删除', '调整顺序', '初始化班级', '上传']

/** What buttons are called on a screen that somebody who may only look does not have. */
function changingOn({ buttons = {} }: MenuNode): string[] {
  const own = Object.entries(buttons).filter(([right]) => !right.endsWith('_view'))
  return [...CHANGING, ...own.map(([, title]) => title)]
}

function buttons(): string[] {
  return [...document.querySelectorAll('main button')].map((one) => one.textContent.trim())
}

const targets = new Map(SCREENS_BY_PATH)
const SCREENS = declared.filter(({ path }) => targets.has(path)).map((node) => [node.path, node] as const)
const found = new Map<string, string[]>()

/**
 * Whoever may see one screen only sees it whole, and nothing on it that changes something. What it asks for on opening is
 * written down; server/test/one-right.test.ts asks the program the same as somebody with that right alone.
 */
test.each(SCREENS)('%s opens for somebody who may see nothing else', async (path, node) => {
  const { server, complaints } = await openScreen(targets.get(path)!, 'rows', [viewPermission(node, registry) ?? ''])
  found.set(path, [...new Set(server.asked.flatMap((one) => callOf(one)?.name ?? []))].toSorted())
  expect(server.forbidden).toEqual([])
  expect(server.faults).toEqual([])
  expect(complaints()).toEqual([])
  expect(failures()).toEqual([])
  expect(document.querySelector('main h1, main h2, main form, main table')).not.toBeNull()
  expect(buttons().filter((name) => changingOn(node).includes(name))).toEqual([])
})

/** Of one domain alone the calls of the other screens are those written down. */
test('what a screen asks for on opening is written down', async () => {
  const known: Record<string, string[]> = asked
  const whole = declared.map(({ path }) => [path, found.get(path) ?? known[path]])
  await expect(`${JSON.stringify(Object.fromEntries(whole), undefined, 2)}\n`).toMatchFileSnapshot(
    '__snapshots__/calls-on-opening.json',
  )
})
