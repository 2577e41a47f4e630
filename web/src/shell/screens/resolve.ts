import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import type { MenuItem } from '../../platform/session/store.ts'

/** What a path shows. `rest` are the path parts behind the menu's path, for pages with parameters. */
export type Target =
  | { kind: 'home' }
  | { kind: 'page'; name: string; rest: string[] }
  | { kind: 'report'; name: string }
  | { kind: 'entity'; name: string }
  | { kind: 'frame'; url: string }
  | { kind: 'refresh' }
  | { kind: 'refused' }
  | { kind: 'none' }

export interface Resolved {
  title: string
  target: Target
  /** The menu wants it shown without a tab. */
  isTabless?: boolean
}

const FRAME = '/myiframe/'

/** Screens everybody has, whatever the menu says. */
const FIXED: Record<string, { title: string; page: string }> = {
  '/info/index': { title: '个人信息', page: 'sign-in/info' },
  '/wel/dashboard': { title: '控制台', page: 'exam/dashboard' },
  '/test/index': { title: '测试页', page: 'ops/self-test' },
}

/** Pages behind other screens, with what they are about in their path; whom they are open to is judged by the server. */
const BEHIND: Record<string, { title: string; page: string }> = {
  '/work/process/leave/form': { title: '请假流程', page: 'workflow/leave-form' },
  '/work/process/leave/handle': { title: '处理请假流程', page: 'workflow/leave-handle' },
  '/work/process/leave/detail': { title: '请假流程详情', page: 'workflow/leave-detail' },
  '/work/process/general/form': { title: '发起流程', page: 'workflow/general-form' },
  '/work/process/general/handle': { title: '处理流程', page: 'workflow/general-handle' },
  '/work/process/general/detail': { title: '流程详情', page: 'workflow/general-detail' },
}

/** Every page that the menu or a fixed path names. */
export function pageNames(nodes: MenuNode[]): string[] {
  const declared = flatNodes(nodes).flatMap((node) => node.page ?? [])
  return [...declared, ...[...Object.values(FIXED), ...Object.values(BEHIND)].map(({ page }) => page)]
}

/**
 * The screen of a path: declared in the contract's menu and granted by the server's. Pages also take longer paths
 * (`/bigdata/exam/examInfo/12`), the longest declared one wins.
 */
export function resolveScreen(path: string, declared: MenuNode[], granted: MenuItem[]): Resolved {
  const items = flatItems(granted)
  if (path === '/wel/index') return { title: '首页', target: { kind: 'home' } }
  if (path === '/refresh/index') return { title: '刷新', target: { kind: 'refresh' } }
  const fixed = FIXED[path]
  if (fixed) return { title: fixed.title, target: { kind: 'page', name: fixed.page, rest: [] } }
  if (path.startsWith(FRAME)) return frameOf(path, items)
  const behind = Object.keys(BEHIND).find((start) => path.startsWith(`${start}/`))
  if (behind) return pageBehind(behind, path)
  const node = bestNode(path, flatNodes(declared))
  if (!node) return { title: '页面不存在', target: { kind: 'none' } }
  const item = items.find((one) => one.path === node.path)
  return item
    ? { title: item.name || node.title, target: targetOf(node, path), ...tablessOf(item) }
    : { title: node.title, target: { kind: 'refused' } }
}

/** Whether the menu wants a screen without a tab. */
function tablessOf(item: MenuItem): Pick<Resolved, 'isTabless'> {
  return item.meta?.isTab === false ? { isTabless: true } : {}
}

function pageBehind(start: string, path: string): Resolved {
  const { title = '', page = '' } = BEHIND[start] ?? {}
  return { title, target: { kind: 'page', name: page, rest: restOf(start, path) } }
}

function restOf(start: string, path: string): string[] {
  return path.slice(start.length).split('/').filter(Boolean).map(decoded)
}

/** An address typed by hand may hold what decodes to nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where a click on a menu item leads: a path of the product, an embedded page, or another window. */
export function placeOf(item: MenuItem): { path: string; isWindow: boolean } {
  if (!isForeign(item.path)) return { path: item.path, isWindow: false }
  return item.isOpen === 2
    ? { path: item.path, isWindow: true }
    : { path: FRAME + encodeURIComponent(item.path), isWindow: false }
}

export function isForeign(path: string): boolean {
  return /^https?:/i.test(path) || path.includes('html')
}

/** All items that show something, in the order of the menu. */
export function flatItems(items: MenuItem[]): MenuItem[] {
  return items.flatMap((item) => (item.children?.length ? flatItems(item.children) : [item]))
}

/** Only pages of the user's own menu are embedded: an address typed by a stranger is not. */
function frameOf(path: string, items: MenuItem[]): Resolved {
  const url = decoded(path.slice(FRAME.length))
  const item = items.find((one) => one.path === url)
  return item
    ? { title: item.name, target: { kind: 'frame', url }, ...tablessOf(item) }
    : { title: '页面不存在', target: { kind: 'none' } }
}

function flatNodes(nodes: MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [
    ...(node.page || node.report || node.entity ? [node] : []),
    ...flatNodes(node.children ?? []),
  ])
}

function bestNode(path: string, nodes: MenuNode[]): MenuNode | undefined {
  return nodes
    .filter((node) => node.path === path || (node.page && path.startsWith(`${node.path}/`)))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
}

function targetOf(node: MenuNode, path: string): Target {
  if (node.page) {
    return { kind: 'page', name: node.page, rest: restOf(node.path, path) }
  }
  if (node.report) return { kind: 'report', name: node.report }
  return { kind: 'entity', name: node.entity ?? '' }
}
