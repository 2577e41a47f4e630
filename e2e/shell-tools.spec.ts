import { type Page, expect, test } from '@playwright/test'
import { choose, confirm, front, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const SCHOOLS = '/bigdata/basic/basicSchool'

function tabs(page: Page) {
  return page.getByRole('navigation', { name: '已打开的页面' })
}

async function lock(page: Page, password: string): Promise<void> {
  await choose(page, '锁屏')
  await page.getByRole('dialog').getByLabel('锁屏密码').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/lock/)
}

test('the search finds screens by pinyin, students, schools and areas, by keyboard alone', async ({ page }) => {
  await comeIn(page, 'admin')
  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: '搜索' })
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('xxgl')
  await expect(finder.getByRole('option').first()).toContainText('学校管理')
  await page.keyboard.press('Enter')
  await expect(front(page).getByRole('heading', { name: '学校管理' })).toBeVisible()
  const school = await front(page)
    .locator('tbody tr[data-row-key]')
    .first()
    .getByText(/中学|学校/)
    .first()
    .innerText()

  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill(school)
  await expect(finder.getByRole('group', { name: '学校' }).getByRole('option').first()).toContainText(school)
  await finder.getByRole('combobox').fill('王，高三，区')
  await expect(finder.getByRole('group', { name: '学生' }).getByRole('option').first()).toContainText('高三')
  await finder.getByRole('combobox').press('Enter')
  await expect(page).toHaveURL(/queryStudentScore\?examId=\d+&studentCode=/)

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(finder).toBeHidden()
})

test('a locked screen stays locked after a reload and in a second window, and leads back to what was typed', async ({
  page,
  context,
}) => {
  await comeIn(page, 'exam', SCHOOLS)
  await front(page).getByRole('button', { name: /新增/ }).click()
  await page.getByRole('dialog').getByLabel('学校名称').fill('锁屏前没有保存的学校')
  const second = await context.newPage()
  await second.goto('/wel/index')
  await lock(second, '2468')
  await expect(page).toHaveURL(/\/lock\?back=/)
  await page.reload()
  await expect(page.getByLabel('锁屏密码')).toBeVisible()
  await page.goto(SCHOOLS)
  await expect(page).toHaveURL(/\/lock/)
  await page.getByLabel('锁屏密码').fill('1111')
  await page.getByRole('button', { name: '解锁' }).click()
  await expect(page.getByText('锁屏密码不正确')).toBeVisible()
  await page.getByLabel('锁屏密码').fill('2468')
  await page.getByRole('button', { name: '解锁' }).click()
  await expect(page).toHaveURL(new RegExp(`${SCHOOLS}$`))
  await expect(page.getByRole('dialog').getByLabel('学校名称')).toHaveValue('锁屏前没有保存的学校')
  await expect(second).not.toHaveURL(/\/lock/)
})

test('an unfinished form survives a reload; closing it for good forgets it', async ({ page }) => {
  await comeIn(page, 'exam', SCHOOLS)
  await front(page).getByRole('button', { name: /新增/ }).click()
  await page.getByRole('dialog').getByLabel('学校名称').fill('重新载入前的学校')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('dialog').getByLabel('学校名称')).toHaveValue('重新载入前的学校')
  await expect(page.getByText('已恢复上次没有保存的内容')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await confirm(page)
  await page.reload()
  await expect(front(page).getByRole('heading', { name: '学校管理' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('tabs: moved by keyboard and mouse, drawn anew, others closed, all closed, the cache cleared', async ({
  page,
}) => {
  await comeIn(page, 'exam')
  for (const path of [SCHOOLS, '/bigdata/basic/schoolClasses', '/bigdata/param/examAreaParam']) {
    await page.goto(path)
    await expect(tabs(page).locator('[aria-current=page]')).toHaveAttribute('href', path)
  }
  const names = () => tabs(page).getByRole('link').allInnerTexts()
  await expect.poll(names).toEqual(['首页', '学校管理', '班级管理', '县区人口'])
  const last = tabs(page).getByRole('link', { name: '县区人口' })
  await last.focus()
  await expect(last).toBeFocused()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect.poll(names).toEqual(['首页', '学校管理', '县区人口', '班级管理'])
  await tabs(page)
    .getByRole('link', { name: '班级管理' })
    .dragTo(tabs(page).getByRole('link', { name: '学校管理' }))
  await expect.poll(names).toEqual(['首页', '班级管理', '学校管理', '县区人口'])
  await page.reload()
  await expect.poll(names).toEqual(['首页', '班级管理', '学校管理', '县区人口'])

  const menu = async (item: string) => {
    await page.getByRole('button', { name: '页面操作' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('清除缓存')
  await expect(page.getByRole('dialog').getByText('是否需要清除缓存?')).toBeVisible()
  await Promise.all([toast(page, '清除完毕'), confirm(page)])
  await front(page).getByRole('search').getByLabel('学年').fill('1999')
  await menu('刷新')
  await expect(front(page).getByRole('search').getByLabel('学年')).toHaveValue('')
  await menu('关闭其他')
  await expect.poll(names).toEqual(['首页', '县区人口'])
  await menu('关闭全部')
  await expect.poll(names).toEqual(['首页'])
  await expect(page).toHaveURL(/\/wel\/index$/)
})

test('a tab comes back scrolled to where it was left', async ({ page }) => {
  await comeIn(page, 'exam', `${SCHOOLS}?size=100`)
  const row = (at: number) => front(page).locator('[data-row-key]').nth(at)
  await expect(row(1)).toBeVisible()
  const scroller = front(page).locator('.ant-table-body, .ant-table-tbody-virtual-holder').first()
  await scroller.evaluate((element) => element.scrollTo({ top: 600 }))
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(600)
  await tabs(page).getByRole('link', { name: '首页' }).click()
  await expect(front(page).getByRole('heading', { level: 1 })).toContainText('考试中心')
  await tabs(page).getByRole('link', { name: '学校管理' }).click()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(600)
})

test('fixed screens: dashboard, self-test, wall of numbers, and the page that draws another anew', async ({ page }) => {
  await comeIn(page, 'school')
  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('menuitem', { name: '控制台' }).click()
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await expect(front(page).getByRole('definition').nth(1)).toHaveText('1')
  await page.goto('/test/index')
  await expect(front(page).getByRole('row', { name: /服务器应答/ })).toContainText('正常')
  await page.goto(`/refresh/index?path=${encodeURIComponent('/wel/dashboard')}`)
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await page.goto('/refresh/index?path=//evil.example/a')
  await expect(page).toHaveURL(/\/wel\/index$/)
  await page.goto('/big-screen')
  await expect(page.getByRole('heading', { name: '考试数据总览' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('faults of the page are kept, sent to the server on demand, and cleared', async ({ page }) => {
  await comeIn(page, 'admin')
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error('测试用的错误')
    }, 0),
  )
  await page.getByRole('button', { name: '错误日志 1' }).click()
  const dialog = page.getByRole('dialog', { name: '错误日志' })
  await expect(dialog.getByRole('cell', { name: '测试用的错误' })).toBeVisible()
  await dialog.getByRole('button', { name: '展开' }).click()
  await expect(dialog.locator('pre')).toContainText('Error')
  await dialog.getByRole('button', { name: '上传服务器' }).click()
  await expect(page.getByText('确定上传本地日志到服务器?')).toBeVisible()
  await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click()
  await toast(page, '发送成功!')
  await expect(dialog.getByText('没有错误日志')).toBeVisible()
})
