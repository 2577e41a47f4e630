import { t } from '../../platform/i18n/i18n.ts'
import { queryClient } from '../../platform/api/query.ts'
import { dropDraftsOf } from '../../platform/crud/drafts.ts'
import { type Tab, HOME, dropTabs, neighbour, refreshTab, useTabs } from '../../platform/tabs/store.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'

/** Closes tabs, asking first where something is not saved; the neighbour of a closed front tab comes forward. */
export async function closeTabs(paths: string[]): Promise<void> {
  const { tabs, dirty } = useTabs.getState()
  const unsaved = tabs.filter((tab) => paths.includes(tab.path) && dirty.has(tab.path))
  if (unsaved.length > 0 && !(await confirmBox(wordsFor(unsaved), { isDanger: true, okText: t('放弃修改') }))) return
  const front = window.location.pathname
  const next = paths.length === 1 ? neighbour(tabs, front) : HOME
  if (paths.includes(front)) openTab(next.path + next.search)
  for (const path of paths) dropDraftsOf(path)
  dropTabs(paths)
}

/** Draws a tab from the start; what is not saved is asked about first. */
export async function refresh(tab: Tab): Promise<void> {
  const isDirty = useTabs.getState().dirty.has(tab.path)
  if (isDirty && !(await confirmBox(t('有未保存的修改，刷新后将丢失。'), { isDanger: true, okText: t('放弃修改') })))
    return
  dropDraftsOf(tab.path)
  refreshTab(tab.path)
  await queryClient.invalidateQueries()
}

/** All but this one and home. */
export function closeOthers(path: string): Promise<void> {
  const others = useTabs.getState().tabs.filter((tab) => tab.path !== path && tab.path !== HOME.path)
  const isFrontClosing = others.some((tab) => tab.path === window.location.pathname)
  if (isFrontClosing) openTab(path)
  return closeTabs(others.map((tab) => tab.path))
}

export function closeAll(): Promise<void> {
  const rest = useTabs.getState().tabs.filter((tab) => tab.path !== HOME.path)
  return closeTabs(rest.map((tab) => tab.path))
}

function wordsFor(tabs: Tab[]): string {
  return t('「{titles}」有未保存的修改，关闭后将丢失。', { titles: tabs.map((tab) => t(tab.title)).join('、') })
}
