import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { Page as MenuPage } from './menu.page.tsx'
import { ScopePage } from './ScopePage.tsx'

const MENU = { id: '1', parentId: '0', name: '菜单管理', code: 'menu', path: '/system/menu', sort: 1, category: 1 }
const OWN = { ...MENU, id: '2', name: '本局自建', code: 'own' }

beforeEach(async () => {
  grant('menu_view', 'datascope_view')
  serve({
    'lazy-list': () => ({ data: [MENU, OWN] }),
    'lazy-menu-list': () => ({ data: [MENU, OWN] }),
    tree: () => ({ data: [] }),
    dictionary: () => ({ data: [] }),
  })
  await setLanguage('en')
})
afterEach(async () => {
  await setLanguage('zh')
  vi.unstubAllGlobals()
})

test.each([
  ['menus', () => <MenuPage />],
  [
    'scopes',
    () => (
      <ScopePage title="数据权限" right="datascope_setting">
        {() => null}
      </ScopePage>
    ),
  ],
])(
  'in English the list of %s names the screens of the product in English, others as they were typed',
  async (_of, page) => {
    stage(page())
    expect(await screen.findByText('Menus')).toBeTruthy()
    expect(screen.getByText('本局自建')).toBeTruthy()
    expect(screen.queryByText('菜单管理')).toBeNull()
  },
)
