import '../../test-controls.ts'
import { registry } from '@xueheng/contract'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { menu } from '@xueheng/contract/menu.ts'
import { act } from '@testing-library/react'
import { Suspense } from 'react'
import { type MockInstance, vi } from 'vitest'
import { dueWithin } from '../../test-timers.ts'
import { grant, stage } from '../platform/_stage.tsx'
import { Screens } from '../platform/crud/layout.ts'
import { setNavigator } from '../platform/tabs/tab.ts'
import { SCREENS } from './index.ts'
import { TabBoundary } from '../shell/layout/TabBoundary.tsx'
import { domainOfEntity, onlyOf } from './_entities.ts'
import { type MadeServer, type Mood, serveMade } from './_made-server.ts'
import { Screen } from '../shell/screens/Screen.tsx'
import { type Target, resolveScreen } from '../shell/screens/resolve.ts'

/** Drawing wants real SVG. */
vi.mock('../domains/workflow/Drawing.tsx', () => ({ Drawing: () => <svg /> }))

/** Charts want a canvas that draws. */
vi.mock('../domains/report/frame/charts.ts', () => {
  const silent = { setOption: () => undefined, resize: () => undefined, dispose: () => undefined, getDataURL: () => '' }
  return { init: () => silent }
})

/** Screens that no entry of the menu opens by itself. */
const BEHIND = [
  '/bigdata/exam/examInfo/1',
  '/info/index',
  '/wel/index',
  '/wel/dashboard',
  '/test/index',
  '/work/process/leave/form/1',
  '/work/process/leave/handle/1/2/3',
  '/work/process/leave/detail/1/2',
]

const leaves = (nodes: MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]))
/** The screens of the menu, in its order. */
export const declared = leaves(menu)
const granted = declared.map(({ code, title, path }) => ({
  id: code,
  parentId: '0',
  code,
  name: title,
  path,
  source: '',
}))

const all = [...declared.map(({ path }) => path), ...BEHIND].map((path): [path: string, target: Target] => [
  path,
  resolveScreen(path, menu, granted).target,
])

/** Every screen of the product with its path. */
export const SCREENS_BY_PATH = onlyOf(all, ([, target]) => domainOf(target))

function domainOf(target: Target): string | undefined {
  if (target.kind === 'report') return 'report'
  if (target.kind === 'entity') return domainOfEntity(target.name)
  return target.kind === 'page' ? target.name.split('/')[0] : undefined
}

/** The right without which a screen is not in the menu. */
export const RIGHTS_OF_SCREENS = new Map(declared.map(({ path, permission }) => [path, permission]))

export const EVERY_RIGHT = [
  ...registry.calls.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : [])),
  ...declared.flatMap((node) => Object.keys(node.buttons ?? {})),
]

export interface Opened {
  server: MadeServer
  /** Where it led, and how often it printed. */
  left: string[]
  /** What was said to the console: React's warnings and errors nobody caught. */
  complaints: () => string[]
}

/** Opens a screen with every right, or with those given, and waits until it has all it asked for. */
export async function openScreen(target: Target, mood: Mood, rights?: string[]): Promise<Opened> {
  localStorage.clear()
  grant(...(rights ?? EVERY_RIGHT))
  vi.stubGlobal('EventSource', Silence)
  const left: string[] = []
  setNavigator((path) => left.push(path))
  vi.stubGlobal('print', () => left.push('printer'))
  vi.stubGlobal('open', (path: string) => left.push(path))
  vi.spyOn(window.location, 'reload').mockImplementation(() => void left.push(window.location.href))
  vi.spyOn(window.location, 'assign').mockImplementation((path) => void left.push(String(path)))
  // A link that is really followed takes the window of the tests with it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function follow(this: HTMLAnchorElement) {
    left.push(this.download || this.href)
  })
  const server = serveMade(mood, rights)
  const said = vi
    .spyOn(console, 'error')
    .mockReset()
    .mockImplementation(() => undefined)
  stage(
    <Screens value={SCREENS}>
      <TabBoundary>
        <Suspense fallback={<div className="xh-skeleton" />}>
          <main>
            <Screen target={target} />
          </main>
        </Suspense>
      </TabBoundary>
    </Screens>,
  )
  watchPage()
  await settle(server)
  return { server, left, complaints: () => textOf(said) }
}

/** Signs of something that is still to come. */
const OPENING = /(?:^| )(?:xh-skeleton|crud-opening|crud-input-waiting|ant-spin-spinning)(?: |$)/

/** Whether there is such a sign. The class of each element is read once; a search by selectors reads it for each of them. */
function isComing(): boolean {
  for (const one of document.getElementsByTagName('*')) {
    if (OPENING.test(one.className) || one.hasAttribute('data-opening')) return true
  }
  return false
}

/** Changes of the page since a screen was opened; to watch it anew takes the whole page each time. */
let changes = 0
let observer: MutationObserver | undefined

function watchPage(): void {
  observer?.disconnect()
  observer = new MutationObserver(() => void (changes += 1))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Where a part of the program is on its way, so long until the next look. */
const STEP_MS = 5
/** What is put off for longer is not waited for. */
const SOON_MS = 15
/** Ten seconds where nothing else is at work; counted in looks, four for each step, as a crowded machine takes longer for each. */
const MOST_LOOKS = 8000
/** So many looks in a row at the same page, with nothing put off for a moment. */
const STILL_LOOKS = 3

/** Waits until nothing is on its way: no part of the program, no answer, no change of the page. */
export async function settle(server: MadeServer): Promise<void> {
  let isOpening = false
  for (let still = 0, looks = 0; still < STILL_LOOKS; looks += 1) {
    const before = `${server.asked.length} ${changes}`
    const wait: number | undefined = dueWithin(SOON_MS) ?? (isOpening ? STEP_MS : undefined)
    await act(() => pass(wait))
    const isStill = server.pending === 0 && before === `${server.asked.length} ${changes}`
    still = isStill && wait === undefined ? still + 1 : 0
    // The whole page is searched where nothing else is on its way.
    isOpening = still === STILL_LOOKS && isComing()
    if (isOpening) still = 0
    if (looks > MOST_LOOKS) throw new Error(`still on its way after ${looks} looks: ${server.pending} answers`)
  }
}

/** What is drawn next, and what that asks to be drawn next. */
const TURNS = 3

/** Lets what is put off run: what is due in `wait` ms, and what comes next. */
async function pass(wait?: number): Promise<void> {
  if (wait !== undefined) await new Promise((done) => setTimeout(done, wait))
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((done) => setImmediate(done))
}

/** Heights of growing text boxes are not measured here. */
const UNMEASURED = /NaN.*height/

function textOf(said: MockInstance): string[] {
  return said.mock.calls
    .map(([first, ...rest]) => (first instanceof Error ? String(first.stack) : [first, ...rest].join(' ')))
    .filter((text) => !UNMEASURED.test(text))
}

/** What a screen says of data it could not read. */
export function failures(): Element[] {
  return [...document.querySelectorAll('.xh-state-art.is-error')]
}

/** Progress of jobs that never comes. */
class Silence {
  close(): void {}
  addEventListener(): void {}
}
