import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, asked, callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './region.page.tsx'

const region = (code: string, name: string, parentCode: string, regionLevel: number) => ({
  id: code,
  code,
  name,
  parentCode,
  parentName: '',
  regionLevel,
  sort: 1,
  remark: '',
  updateTime: '2026-03-12 08:00:00',
})
const ROWS = [
  region('00', '中国', '', 0),
  region('51', '四川省', '00', 1),
  region('5101', '成都市', '51', 2),
  region('510104', '锦江区', '5101', 3),
  region('510104001001', '某村', '510104001', 5),
]
const node = (key: string, title: string, hasChildren: boolean) => ({ id: key, key, value: key, title, hasChildren })
const BELOW: Record<string, object[]> = {
  '00': [node('51', '四川省', true)],
  '51': [node('5101', '成都市', true)],
  '5101': [node('510104', '锦江区', false)],
}

function answers(more: Record<string, (call: Asked) => Answer> = {}): void {
  serve({
    'lazy-tree': ({ query }) => ({ data: BELOW[query.get('parentCode') ?? ''] ?? [] }),
    detail: ({ query }) => ({ data: ROWS.find(({ code }) => code === query.get('code')) ?? ROWS[0] }),
    submit: () => ({ data: ROWS[1] }),
    remove: () => ({ data: true }),
    ...more,
  })
}

beforeEach(() => {
  localStorage.clear()
  grant('region_view', 'region_add', 'region_edit', 'region_delete')
  answers()
})
afterEach(() => vi.unstubAllGlobals())

async function show(code = ''): Promise<void> {
  stage(<Page />, code && `?code=${code}`)
  await waitFor(() => expect(document.querySelector('.xh-skeleton')).toBeNull())
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const titles = () => [...document.querySelectorAll('.ant-tree-title')].map((one) => one.textContent)
const has = (name: RegExp) => screen.queryByRole('button', { name }) !== null
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = () => asked.find(({ path }) => path.endsWith('/submit'))?.body

test('without a choice the country is shown: provinces are added to it, it is not removed', async () => {
  await show()
  expect(screen.getByText('选择左侧的区划查看，或新增省级区划')).toBeTruthy()
  expect([has(/新增下级/), has(/删除/), has(/保存/)]).toEqual([true, false, false])
  expect(titles()).toEqual(['四川省'])
})

test('a choice opens the way to it, and another one is kept in the address', async () => {
  await show('510104')
  await waitFor(() => expect(titles()).toEqual(['四川省', '成都市', '锦江区']))
  expect(screen.getByRole('heading', { name: '锦江区' })).toBeTruthy()
  fireEvent.click(screen.getByTitle('成都市'))
  expect(await screen.findByRole('heading', { name: '成都市' })).toBeTruthy()
  expect(place.search).toBe('?code=5101')
})

test('a new division starts with the code of the one above and is chosen once it is kept', async () => {
  await show('51')
  press(/新增下级/)
  expect(await screen.findByRole('heading', { name: '新增下级 · 四川省' })).toBeTruthy()
  const code = await field('区划编码')
  expect([code.value, code.disabled, (await field('区划名称')).value]).toEqual(['51', false, ''])
  fireEvent.change(code, { target: { value: '5101' } })
  fireEvent.change(await field('区划名称'), { target: { value: '成都市' } })
  press('保存')
  expect(await screen.findByText('新增成功')).toBeTruthy()
  expect(sent()).toMatchObject({ code: '5101', name: '成都市', parentCode: '51' })
  expect(sent()).not.toHaveProperty('id')
  await waitFor(() => expect(place.search).toBe('?code=5101'))
  expect(await screen.findByRole('heading', { name: '成都市' })).toBeTruthy()
})

test('provinces start with an empty code', async () => {
  await show()
  press(/新增下级/)
  expect((await field('区划编码')).value).toBe('')
})

test('an edit goes out with its key and its lock; tree and form are read again', async () => {
  await show('51')
  expect((await field('区划编码')).disabled).toBe(true)
  fireEvent.change(await field('区划名称'), { target: { value: '蜀' } })
  const before = [callsTo('lazy-tree').length, callsTo('detail').length]
  press('保存')
  expect(await screen.findByText('更新成功')).toBeTruthy()
  expect(sent()).toMatchObject({ id: '51', name: '蜀', updateTime: '2026-03-12 08:00:00' })
  await waitFor(() => expect(callsTo('lazy-tree').length).toBeGreaterThan(before[0] ?? 0))
  expect(callsTo('detail').length).toBeGreaterThan(before[1] ?? 0)
})

test.each([
  ['5101', '?code=51'],
  ['51', ''],
])('once %s is removed the one above it is chosen: %s', async (code, search) => {
  await show(code)
  press(/删除/)
  const asking = await screen.findByText('确定将选择数据删除?')
  fireEvent.click(within(asking.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: '确定' }))
  expect(await screen.findByText('删除成功')).toBeTruthy()
  const [call] = callsTo('remove')
  expect(call?.query.get('id') ?? call?.body['id']).toBe(code)
  await waitFor(() => expect(place.search).toBe(search))
})

test('below the lowest level nothing is added', async () => {
  await show('510104001001')
  expect([has(/新增下级/), has(/删除/)]).toEqual([false, true])
})

test('who may only look sees the division without a way to change it', async () => {
  grant('region_view')
  await show('51')
  expect((await screen.findAllByText('四川省')).length).toBeGreaterThan(0)
  expect([has(/新增下级/), has(/删除/), has(/保存/)]).toEqual([false, false, false])
})

test('a division that cannot be read says why and is read again on demand', async () => {
  answers({ detail: () => ({ code: 500, msg: '坏了' }) })
  stage(<Page />, '?code=51')
  await screen.findByText('坏了')
  answers()
  press('重试')
  expect(await screen.findByRole('heading', { name: '四川省' })).toBeTruthy()
})

test('who may import divisions chooses a workbook, and who may export gets what is below the chosen one', async () => {
  await show('51')
  expect([has(/导入/), has(/导出/)]).toEqual([false, false])
  grant('region_view', 'region_import', 'region_export')
  answers({ 'export-region': () => ({ code: 400, msg: '没有权限' }) })
  await show('51')
  press(/导出/)
  await waitFor(() => expect(callsTo('export-region')[0]?.query.get('code')).toBe('51'))
  answers({ 'export-region': () => ({ data: { jobId: '91' } }) })
  press(/导出/)
  expect(await screen.findByText(/正在后台生成工作簿/)).toBeTruthy()
  press(/导入/)
  expect(await screen.findByText('区划编码已存在时，用表中的内容修改它')).toBeTruthy()
})
