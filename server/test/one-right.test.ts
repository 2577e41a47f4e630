import { readFileSync } from 'node:fs'
import { registry } from '@xueheng/contract'
import { viewPermission } from '@xueheng/contract/derive/view-permission.ts'
import type { AnyCall, MenuNode } from '@xueheng/contract/kit/domain.ts'
import { beforeAll, expect, test } from 'vitest'
import { CallAsker } from './call-asker.ts'
import { useTestApp } from './harness.ts'

/** What each screen asks for when somebody opens it who may see nothing else, as web/src/screens/every-right.test.tsx found. */
const WRITTEN = new URL('../../web/src/screens/__snapshots__/calls-on-opening.json', import.meta.url)
const asked: Record<string, string[]> = JSON.parse(readFileSync(WRITTEN, 'utf8'))

/** Screens of the managing administrator: the server refuses whoever else is given them. */
const MANAGING = ['/system/client', '/tool/code', '/tool/datasource', '/monitor/ops']
/** The kinds of rows it is asked for another call offers, none to somebody who may remove nothing. */
const OFFERED = ['recycle.list']

const app = useTestApp()
let asker: CallAsker
beforeAll(async () => {
  asker = await CallAsker.open(app())
})

function screensOf(nodes: MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => (node.children ? screensOf(node.children) : [node]))
}

const screens = screensOf(registry.menu).map((node) => [node.path, node] as const)
const calls = new Map(registry.calls.map((call) => [call.name, call]))

function callsOf(path: string): AnyCall[] {
  return (asked[path] ?? []).filter((name) => !OFFERED.includes(name)).flatMap((name) => calls.get(name) ?? [])
}

/** What the administrator is answered, who may everything. */
const whole = new Map<AnyCall, Promise<number>>()
function wholeOf(call: AnyCall): Promise<number> {
  const known = whole.get(call)
  if (known) return known
  const status = asker.ask(asker.admin, call).then((answer) => answer.status)
  whole.set(call, status)
  return status
}

test('every screen is written down with calls that are declared', () => {
  expect(Object.keys(asked)).toEqual(screens.map(([path]) => path))
  expect(Object.values(asked).flatMap((names) => names.filter((name) => !calls.has(name)))).toEqual([])
})

test.each(screens)('%s is answered to somebody who may see nothing else', async (path, node) => {
  const user = await app().user({ role: 'exam', permissions: [viewPermission(node, registry) ?? ''] })
  const refused: string[] = []
  for (const call of callsOf(path)) {
    const { status } = await asker.ask(user, call)
    if (status !== (await wholeOf(call))) refused.push(`${call.name} ${status} for ${await wholeOf(call)}`)
  }
  if (MANAGING.includes(path)) expect(refused).not.toEqual([])
  else expect(refused).toEqual([])
})

test('most of what is asked for is answered', async () => {
  const statuses = await Promise.all([...new Set(screens.flatMap(([path]) => callsOf(path)))].map(wholeOf))
  expect(statuses.filter((status) => status === 200).length / statuses.length).toBeGreaterThan(0.9)
})
