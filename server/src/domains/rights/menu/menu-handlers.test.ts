import { expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const MENU = '/api/blade-system/menu'

interface Node {
  id: string
  parentId: string
}

test('the menu is sorted by the managing tenant alone, and among siblings only', async () => {
  const admin = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const { data } = await admin.get<Node[]>(`${MENU}/lazy-list`, { parentId: '0' })
  const [first, second] = data.map(({ id }) => id)
  const ids = [second, first]
  expect((await other.post(`${MENU}/sort`, { ids })).status).toBe(403)
  expect((await admin.post(`${MENU}/sort`, { ids })).status).toBe(200)
  const sorted = await admin.get<Node[]>(`${MENU}/lazy-list`, { parentId: '0' })
  expect(sorted.data.map(({ id }) => id).indexOf(String(second))).toBe(0)
  const [child] = (await admin.get<Node[]>(`${MENU}/lazy-list`, { parentId: String(first) })).data
  expect((await admin.post(`${MENU}/sort`, { ids: [first, child?.id] })).msg).toBe('只能在同一级菜单内排序')
})

test.each(['menu_view', 'datascope_view', 'apiscope_view'])('menus are listed for a holder of %s', async (right) => {
  const holder = await app().user({ role: 'school', permissions: [right] })
  expect((await holder.get(`${MENU}/lazy-menu-list`, {})).status).toBe(200)
})

test('menus are not listed for somebody who holds other rights', async () => {
  const stranger = await app().user({ role: 'school', permissions: ['post_view'] })
  expect((await stranger.get(`${MENU}/lazy-menu-list`, {})).status).toBe(403)
})
