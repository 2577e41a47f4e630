import { type Page, expect, test } from '@playwright/test'
import { type Hands, atKeyboard } from './support/keyboard.ts'
import { front, toast } from './support/page.ts'
import { type Account, comeIn } from './support/people.ts'
import { ROSTER, makeWorkbooks } from './support/workbooks.ts'

const PASSWORD = 'Demo@2026'
/** A screen is fetched when it is first opened. */
const PARAMS = /^系统参数$/

test.describe.configure({ mode: 'parallel' })

/** Signs in without a mouse: the first field has the focus, Enter sends. */
async function enter(page: Page, account: string): Promise<Hands> {
  const hands = atKeyboard(page)
  await page.goto('/login')
  await hands.isAt(page.getByRole('textbox', { name: /^账号/ }))
  await hands.type(account)
  await hands.walk(page.getByLabel(/^密码/).and(page.locator('input')))
  await hands.type(PASSWORD)
  await hands.press('Enter')
  await expect(page.locator('.user-button')).toBeVisible()
  return hands
}

/** Opens the start page as somebody who has signed in. */
async function start(page: Page, account: Account): Promise<Hands> {
  await comeIn(page, account)
  return atKeyboard(page)
}

/** Opens a screen by the search: Ctrl+K, its name, Enter; the focus goes into the screen. */
async function find(page: Page, hands: Hands, name: string): Promise<void> {
  await hands.press('Control+k')
  await hands.isAt(page.getByRole('dialog', { name: '搜索' }).getByRole('combobox'))
  await hands.type(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await hands.press('Enter')
  await expect(front(page).getByRole('heading', { level: 1 })).toHaveText(name)
}

test('in by the menu, and around a list: search, new, edit, select, delete, columns', async ({ page }) => {
  const hands = await enter(page, 'admin')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await hands.enter(menu.getByRole('button', { name: '系统管理' }))
  await hands.enter(menu.getByRole('link', { name: PARAMS }))
  await expect(front(page).getByRole('heading', { name: PARAMS })).toBeVisible()
  await hands.isAtScreen()
  await hands.walk(front(page).getByRole('tab', { name: '产品参数' }))
  await hands.press('ArrowRight')
  await hands.press('Enter')
  const key = `e2e.keys.${Date.now()}`
  const dialog = page.getByRole('dialog')

  await test.step('a new row', async () => {
    await hands.enter(front(page).getByRole('button', { name: /新增/ }))
    await hands.isAt(dialog.getByLabel('参数名称'))
    await hands.type('键盘')
    await hands.walk(dialog.getByLabel('参数键名'))
    await hands.type(key)
    await hands.walk(dialog.getByLabel('参数键值'))
    await hands.type('一')
    await hands.enter(dialog.getByRole('button', { name: '保存' }))
    await toast(page, '新增成功')
    await expect(dialog).toBeHidden()
    await hands.isAt(front(page).getByRole('button', { name: /新增/ }))
  })

  await test.step('searched, edited from its row', async () => {
    await hands.walk(front(page).getByRole('search').getByLabel('参数键名'), 'Shift+Tab')
    await hands.type(key)
    await hands.press('Enter')
    const rows = front(page).locator('tbody tr[data-row-key]')
    await expect(rows).toHaveCount(1)
    await hands.walk(rows.first())
    await hands.press('Enter')
    await hands.walk(dialog.getByLabel('参数键值'))
    await hands.press('End')
    await hands.type('二')
    await hands.enter(dialog.getByRole('button', { name: '修改' }))
    await toast(page, '更新成功')
    await hands.isAt(rows.first())
    await expect(rows.first()).toContainText('一二')
  })

  await test.step('columns are chosen and put back', async () => {
    const settings = front(page).getByRole('button', { name: '列设置' })
    await hands.enter(settings, 'Shift+Tab')
    const name = page.locator('.crud-settings').getByRole('checkbox', { name: '参数名称' })
    await hands.walk(name)
    await hands.press(' ')
    await expect(front(page).getByRole('columnheader', { name: '参数名称' })).toHaveCount(0)
    await hands.press(' ')
    await expect(front(page).getByRole('columnheader', { name: '参数名称' })).toHaveCount(1)
    await hands.press('Escape')
    await expect(page.locator('.crud-settings')).toBeHidden()
    await hands.isAt(settings)
  })

  await test.step('selected, deleted after a question', async () => {
    const row = front(page).locator('tbody tr[data-row-key]').first()
    await hands.walk(row)
    await hands.press(' ')
    await expect(row.getByRole('checkbox')).toBeChecked()
    await hands.enter(front(page).locator('.crud-toolbar').getByRole('button', { name: /删除/ }), 'Shift+Tab')
    await hands.isAt(dialog.getByRole('button', { name: '取消' }))
    await hands.enter(dialog.getByRole('button', { name: '确定' }))
    await toast(page, '删除成功')
    await hands.isAt(front(page).locator('.crud-toolbar').getByRole('button', { name: /删除/ }))
  })
})

test('every kind of field: number, pick, date, tree, switch, icon, picture', async ({ page }) => {
  const hands = await start(page, 'admin')
  const dialog = page.getByRole('dialog')

  await test.step('an exam: numbers, picks, several picks, dates', async () => {
    await find(page, hands, '考试信息')
    await hands.enter(front(page).getByRole('button', { name: /新增/ }))
    await hands.walk(dialog.getByLabel('考试名称'))
    await hands.type('键盘上的考试')
    await hands.walk(dialog.getByLabel('考试年份'))
    await hands.type('2026')
    await choose(page, hands, '学期', '下学期')
    await hands.walk(dialog.getByLabel('开始日期'))
    await hands.type('2026-05-06')
    await hands.press('Enter')
    await expect(dialog.getByLabel('开始日期')).toHaveValue('2026-05-06')
    await leave(page, hands)
    await hands.isAt(front(page).getByRole('button', { name: /新增/ }))
  })

  await test.step('a menu: its place in the tree, its icon', async () => {
    await find(page, hands, '菜单管理')
    await hands.enter(
      front(page)
        .getByRole('button', { name: /^plus 新增$|^新增$/ })
        .first(),
    )
    await hands.walk(dialog.getByLabel('上级菜单'))
    await hands.type('系统')
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-tree-title').first()).toBeVisible()
    await hands.type('管理')
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-tree-treenode-active')).toContainText(
      '系统管理',
    )
    await hands.press('Enter')
    await expect(dialog.locator('.ant-select').filter({ hasText: '系统管理' })).toBeVisible()
    await hands.walk(dialog.getByLabel('菜单图标'))
    await take(page, hands, 'Bell')
    await expect(dialog.locator('.ant-select').filter({ hasText: 'Bell' })).toBeVisible()
    await leave(page, hands)
  })

  await test.step('a row with a switch', async () => {
    await find(page, hands, '应用业务')
    await hands.enter(front(page).getByRole('button', { name: /新增/ }))
    const flag = dialog.getByRole('switch').first()
    await hands.walk(flag)
    await hands.press(' ')
    await expect(flag).toBeChecked()
    await leave(page, hands)
  })

  await test.step('a picture', async () => {
    await page.goto('/info/index')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      hands.enter(front(page).getByRole('button', { name: /上传图片/ })),
    ])
    expect(chooser.isMultiple()).toBe(false)
  })
})

test('a control that is still on its way has its turn, and keeps what is typed', async ({ page }) => {
  const hands = await start(page, 'exam')
  let arrive = () => {}
  const gate = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/NumberInput-*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/bigdata/param/examAreaParam')
  await hands.enter(front(page).getByRole('button', { name: /新增/ }))
  const year = page.getByRole('dialog').getByLabel('学年')
  await expect(year).toHaveAttribute('aria-busy', 'true')
  await expect(async () => {
    await hands.press('Tab')
    await expect(year).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [1] })
  await hands.type('28')
  arrive()
  await expect(year).not.toHaveAttribute('aria-busy', 'true')
  await hands.isAt(year)
  await hands.type('71')
  await expect(year).toHaveValue('2871')
})

test('tabs, look, language and lock', async ({ page }) => {
  const hands = await enter(page, 'exam')
  const tabs = page.getByRole('navigation', { name: '已打开的页面' })
  const bar = page.getByRole('banner')

  await test.step('tabs: one closed, the others by the menu of a tab', async () => {
    for (const name of ['学校管理', '班级管理', '县区人口']) await find(page, hands, name)
    await hands.enter(tabs.getByRole('button', { name: '关闭县区人口' }), 'Shift+Tab')
    await expect(tabs.getByRole('link')).toHaveText(['首页', '学校管理', '班级管理'])
    await hands.isAtScreen()
    await hands.enter(tabs.getByRole('button', { name: '页面操作' }), 'Shift+Tab')
    await hands.enter(page.getByRole('menuitem', { name: '关闭其他' }), 'ArrowDown')
    await expect(tabs.getByRole('link')).toHaveText(['首页', '班级管理'])
  })

  await test.step('a look is chosen; the focus comes back to its button', async () => {
    await hands.enter(bar.getByRole('button', { name: '用户菜单' }), 'Shift+Tab')
    await hands.enter(page.getByRole('menuitem', { name: '主题' }), 'ArrowDown')
    await hands.enter(page.getByRole('dialog').getByRole('button', { name: '夜读' }))
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await hands.enter(page.getByRole('dialog').getByRole('button', { name: '纸墨' }), 'Shift+Tab')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await hands.press('Escape')
    await hands.isAt(bar.getByRole('button', { name: '用户菜单' }))
  })

  await test.step('English and back', async () => {
    await hands.press('Enter')
    await hands.enter(page.getByRole('menuitem', { name: 'English' }), 'ArrowDown')
    await expect(front(page).getByRole('heading', { level: 1 })).toHaveText('Classes')
    await hands.enter(bar.getByRole('button', { name: 'User menu' }), 'Shift+Tab')
    await hands.enter(page.getByRole('menuitem', { name: '中文' }), 'ArrowDown')
    await expect(front(page).getByRole('heading', { level: 1 })).toHaveText('班级管理')
  })

  await test.step('locked and unlocked', async () => {
    await hands.enter(bar.getByRole('button', { name: '用户菜单' }), 'Shift+Tab')
    await hands.enter(page.getByRole('menuitem', { name: '锁屏' }), 'ArrowDown')
    await hands.isAt(page.getByRole('dialog').getByLabel('锁屏密码'))
    await hands.type('2468')
    await hands.press('Enter')
    await expect(page).toHaveURL(/\/lock/)
    await hands.isAt(page.getByLabel('锁屏密码'))
    await hands.type('2468')
    await hands.press('Enter')
    await expect(front(page).getByRole('heading', { level: 1 })).toHaveText('班级管理')
  })

  await test.step('out by the menu of the user', async () => {
    await hands.enter(bar.getByRole('button', { name: '用户菜单' }), 'Shift+Tab')
    await hands.enter(page.getByRole('menuitem', { name: '退出登录' }), 'ArrowDown')
    await hands.isAt(page.getByRole('dialog').getByRole('button', { name: '确定' }))
    await hands.press('Enter')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('a report: a filter, a row opened, and the way back up', async ({ page }) => {
  const hands = await start(page, 'exam')
  await find(page, hands, '县区成绩排名')
  const rows = front(page).locator('tbody tr[data-row-key]')
  await expect(rows.first()).toBeVisible()
  const area = (await rows.first().getByRole('button').first().innerText()).trim()
  await hands.walk(front(page).getByLabel('县区', { exact: true }))
  await take(page, hands, area)
  await expect(page).toHaveURL(/areaCode=/)
  await expect(rows).toHaveCount(1)
  await hands.walk(rows.first())
  await hands.press('Enter')
  await expect(front(page).getByRole('navigation', { name: '范围' })).toContainText(area)
  await expect(front(page).locator('.report-grain')).toHaveText('学校')
  await hands.enter(
    front(page).getByRole('navigation', { name: '范围' }).getByRole('button', { name: '全体' }),
    'Shift+Tab',
  )
  await expect(front(page).getByRole('navigation', { name: '范围' })).not.toContainText(area)
})

test('rights of a role in their tree; users from a workbook', async ({ page }) => {
  const hands = await start(page, 'admin')
  const dialog = page.getByRole('dialog')
  await find(page, hands, '角色管理')
  const grant = front(page).getByRole('row', { name: /教师/ }).getByRole('button', { name: '权限设置' })
  await hands.enter(grant)
  const tree = dialog.getByRole('tree').first()
  await hands.walk(tree)
  await hands.press('ArrowDown')
  const active = dialog.locator('.ant-tree-treenode-active')
  await expect(active).toBeVisible()
  const wasOn = await active.locator('.ant-tree-checkbox').getAttribute('aria-checked')
  await hands.press(' ')
  await expect(active.locator('.ant-tree-checkbox')).toHaveAttribute(
    'aria-checked',
    wasOn === 'true' ? 'false' : 'true',
  )
  await hands.press('ArrowRight')
  await expect(dialog.locator('.ant-tree-treenode-switcher-open').first()).toBeVisible()
  await hands.press('Escape')
  await expect(dialog).toBeHidden()
  await hands.isAt(grant)

  await find(page, hands, '用户管理')
  await hands.enter(front(page).getByRole('button', { name: /导入/ }))
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hands.enter(dialog.getByRole('button', { name: /工作簿|选择|上传/ }).last()),
  ])
  expect(chooser).toBeTruthy()
  await hands.press('Escape')
  await expect(dialog).toBeHidden()
  await hands.isAt(front(page).getByRole('button', { name: /导入/ }))
})

test('the roster of an exam comes in, up to the last yes', async ({ page }) => {
  const books = await makeWorkbooks()
  try {
    const hands = await start(page, 'exam')
    await find(page, hands, '导入向导')
    await hands.walk(front(page).getByLabel('考试', { exact: true }))
    await take(page, hands, '第二次模拟')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      hands.enter(front(page).locator('.ant-upload-drag [role=button]')),
    ])
    await chooser.setFiles(books.clean(ROSTER))
    await expect(front(page).getByRole('heading', { name: '校验结果' })).toBeVisible()
    const next = front(page).getByRole('button', { name: '下一步' })
    await expect(next).toBeEnabled()
    await hands.walk(front(page).locator('.grid-input'))
    // In the grid the Tab key goes from cell to cell.
    await hands.press('Escape')
    await hands.enter(next)
    const write = front(page).locator('.imp-foot').getByRole('button', { name: /^导入/ })
    await expect(write).toBeVisible()
    const yes = front(page).getByRole('checkbox', { name: /我已核对以上警告/ })
    if (await yes.isVisible()) {
      await hands.walk(yes)
      await hands.press(' ')
    }
    await hands.walk(write)
  } finally {
    books.dispose()
  }
})

/** Takes an entry of the picker that has the focus: its name, and Enter when the list has got so far. */
async function take(page: Page, hands: Hands, text: string): Promise<void> {
  await hands.type(text)
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')).toContainText(text)
  await hands.press('Enter')
}

async function choose(page: Page, hands: Hands, label: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hands.walk(dialog.getByLabel(label))
  await take(page, hands, text)
  await expect(dialog.locator('.ant-form-item').filter({ hasText: label }).first()).toContainText(text)
}

/** Leaves a form that was typed in: Escape, and yes to losing it. */
async function leave(page: Page, hands: Hands): Promise<void> {
  await expect(page.locator(':is(.ant-select-dropdown, .ant-picker-dropdown):visible')).toHaveCount(0)
  await hands.press('Escape')
  await hands.enter(page.getByRole('dialog').last().getByRole('button', { name: '确定' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
