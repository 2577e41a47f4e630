// @vitest-environment happy-dom
import { bookClass } from '@xueheng/contract/domains/mall/book-class.ts'
import { areaPopulation } from '@xueheng/contract/domains/school/area-population.ts'
import { errors } from '@xueheng/contract/kit/error.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, asked, callsTo, grant, place, serve, stage } from '../_stage.tsx'
import type { Values } from '../form/values.ts'
import { setNavigator } from '../tabs/tab.ts'
import { PageFrame } from '../ui/PageFrame.tsx'
import { CrudPage, ListRows, ListToolbar, useList } from './CrudPage.tsx'

const ROWS = [
  { id: '1', studyYear: 2025, areaCode: '11', population: '62.50', updateTime: '2026-01-05 08:00:00' },
  { id: '2', studyYear: 2025, areaCode: '12', population: '8.00', updateTime: '2026-01-06 08:00:00' },
]
const STALE = errors['row.stale'].text
const AREAS = [
  { dictKey: '11', dictValue: '青川县' },
  { dictKey: '12', dictValue: '东湖区' },
]

function list({ query }: Asked): Answer {
  const current = Number(query.get('current'))
  return { data: { records: current > 1 ? [] : ROWS, total: ROWS.length, size: 10, current, pages: 1 } }
}

const answers: Record<string, (call: Asked) => Answer> = {
  dictionary: () => ({ data: AREAS }),
  list,
  detail: ({ query }) => ({ data: ROWS.find((row) => row.id === query.get('id')) }),
  submit: () => ({ data: {} }),
  remove: () => ({ data: true }),
}

const ALL = ['view', 'add', 'edit', 'delete'].map((action) => `areapopulation_${action}`)

beforeEach(() => {
  localStorage.clear()
  grant(...ALL)
  serve(answers)
})

afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup({ pointerEventsCheck: 0 })

async function opened(search = ''): Promise<void> {
  stage(<CrudPage entity={areaPopulation} />, search)
  await screen.findByText('青川县')
}

function dialog(): ReturnType<typeof within> {
  return within(screen.getByRole('dialog'))
}

/** The form of a row, fetched when it is first opened. */
async function form(): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole('dialog'))
}

test('a row shows labels for keys, decimals with their scale and the unit in the head', async () => {
  await opened()
  expect(screen.getByText('62.50')).toBeTruthy()
  expect(screen.getAllByText('人口基数(万人)').length).toBeGreaterThan(0)
  expect(screen.getByText('共 2 条')).toBeTruthy()
})

test('a school year is shown with the year it ends in', async () => {
  await opened()
  expect(screen.getAllByText('2025–2026')).toHaveLength(2)
})

test('rows that come in by workbook have the way there on their list, for those who may go it', async () => {
  const opens: string[] = []
  setNavigator((path) => opens.push(path))
  const importBy = { path: '/import?kind=a', permission: 'import_rows', along: ['areaCode'] }
  grant(...ALL, 'import_rows')
  stage(<CrudPage entity={areaPopulation} layout={{ importBy }} />, '?areaCode=11&current=1')
  await user.click(await screen.findByRole('button', { name: /导入工作簿/ }))
  expect(opens).toEqual(['/import?kind=a&areaCode=11'])
  grant(...ALL)
  stage(<CrudPage entity={areaPopulation} layout={{ importBy }} />)
  await screen.findByText('青川县')
  expect(screen.queryByRole('button', { name: /导入工作簿/ })).toBeNull()
})

test('buttons are there only for rights that are held', async () => {
  grant('areapopulation_view')
  await opened()
  expect(screen.queryByRole('button', { name: /新增/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
  expect(screen.getAllByRole('button', { name: '查看' })).toHaveLength(2)
})

test('an empty form is answered with every required message and sends nothing', async () => {
  await opened()
  await user.click(screen.getByRole('button', { name: /新增/ }))
  await user.click(await (await form()).findByRole('button', { name: '保存' }))
  expect(await dialog().findByText('请输入学年')).toBeTruthy()
  expect(dialog().getByText('请输入人口基数')).toBeTruthy()
  expect(callsTo('submit')).toHaveLength(0)
})

test('a field is judged when it is left', async () => {
  await opened()
  await user.click(screen.getByRole('button', { name: /新增/ }))
  await user.type(await (await form()).findByLabelText('学年'), '1800')
  expect(dialog().queryByText('学年不能小于1900')).toBeNull()
  await user.tab()
  expect(await dialog().findByText('学年不能小于1900')).toBeTruthy()
})

async function fillNew(): Promise<void> {
  await user.click(screen.getByRole('button', { name: /新增/ }))
  await user.type(await (await form()).findByLabelText('学年'), '2026')
  await user.type(dialog().getByLabelText('人口基数(万人)'), '12.345678901234567')
  await user.clear(dialog().getByLabelText('人口基数(万人)'))
  await user.type(dialog().getByLabelText('人口基数(万人)'), '12.34')
}

test('Enter saves a new row, says so and reads the list again', async () => {
  await opened()
  await fillNew()
  const before = callsTo('list').length
  await user.keyboard('{Enter}')
  expect(await screen.findByText('新增成功')).toBeTruthy()
  expect(callsTo('submit')[0]?.body).toMatchObject({ studyYear: 2026, population: '12.34' })
  await waitFor(() => expect(callsTo('list').length).toBeGreaterThan(before))
})

test('a refusal is shown at its field and everything typed stays', async () => {
  const problems = [{ field: 'areaCode', message: '该学年县区已存在' }]
  serve({ ...answers, submit: () => ({ code: 400, msg: '该学年县区已存在', problems }) })
  await opened()
  await fillNew()
  await user.click(dialog().getByRole('button', { name: '保存' }))
  expect(await dialog().findByText('该学年县区已存在')).toBeTruthy()
  expect((dialog().getByLabelText('学年') as HTMLInputElement).value).toBe('2026')
  expect((dialog().getByLabelText('人口基数(万人)') as HTMLInputElement).value).toBe('12.34')
})

test('the form of a new row waits for what is proposed, and opens without it where that fails', async () => {
  let tell = (_proposed: Values): void => {}
  const propose = vi.fn<() => Promise<Values>>()
  propose.mockReturnValueOnce(new Promise((resolve) => (tell = resolve)))
  stage(<CrudPage entity={areaPopulation} propose={propose} />)
  await screen.findByText('青川县')
  expect(propose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /新增/ }))
  await form()
  expect(dialog().queryByLabelText('学年')).toBeNull()
  tell({ studyYear: 2031 })
  expect(((await dialog().findByLabelText('学年')) as HTMLInputElement).value).toBe('2031')
  await user.click(dialog().getByRole('button', { name: '取消' }))
  propose.mockRejectedValueOnce(new Error('no answer'))
  await user.click(screen.getByRole('button', { name: /新增/ }))
  expect(((await (await form()).findByLabelText('学年')) as HTMLInputElement).value).toBe('')
})

async function editFirst(): Promise<void> {
  await user.click(screen.getAllByRole('button', { name: '编辑' })[0] as HTMLElement)
  const population = await (await form()).findByLabelText('人口基数(万人)')
  await user.clear(population)
  await user.type(population, '63')
}

test('an edit sends what was changed with the time the row was loaded at', async () => {
  await opened()
  await editFirst()
  await user.click(dialog().getByRole('button', { name: '修改' }))
  expect(await screen.findByText('更新成功')).toBeTruthy()
  expect(callsTo('submit')[0]?.body).toEqual({ id: '1', population: '63', updateTime: '2026-01-05 08:00:00' })
})

test('a stale edit says so, keeps the form and can go on from the newer row', async () => {
  let isStale = true
  const newer = { ...ROWS[0], studyYear: 2024, updateTime: '2026-02-01 09:00:00' }
  serve({
    ...answers,
    submit: () => (isStale ? { code: 409, msg: STALE } : { data: {} }),
    detail: () => ({ data: isStale && callsTo('submit').length === 0 ? ROWS[0] : newer }),
  })
  await opened()
  await editFirst()
  await user.click(dialog().getByRole('button', { name: '修改' }))
  expect(await dialog().findByText(STALE)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: '载入最新数据' }))
  await waitFor(() => expect((dialog().getByLabelText('学年') as HTMLInputElement).value).toBe('2024'))
  expect((dialog().getByLabelText('人口基数(万人)') as HTMLInputElement).value).toBe('63')
  isStale = false
  await user.click(dialog().getByRole('button', { name: '修改' }))
  await waitFor(() => expect(callsTo('submit').at(-1)?.body.updateTime).toBe('2026-02-01 09:00:00'))
})

test('another conflict is told, with nothing to load and everything typed kept', async () => {
  serve({ ...answers, submit: () => ({ code: 409, msg: '数据已封存，不能修改' }) })
  await opened()
  await editFirst()
  await user.click(dialog().getByRole('button', { name: '修改' }))
  expect(await dialog().findByText('数据已封存，不能修改')).toBeTruthy()
  expect(dialog().queryByRole('button', { name: '载入最新数据' })).toBeNull()
  expect((dialog().getByLabelText('人口基数(万人)') as HTMLInputElement).value).toBe('63')
})

test('closing a changed form asks first', async () => {
  await opened()
  await fillNew()
  await user.click(dialog().getByRole('button', { name: '取消' }))
  expect(await screen.findByText('填写的内容还没有保存，确定关闭?')).toBeTruthy()
})

/** The library gives its own hidden titles one id in tests. */
function idsInPage(): string[] {
  return [...document.querySelectorAll('[id]')].map((element) => element.id).filter((id) => id !== 'test-id')
}

test('a closed form leaves nothing in the page', async () => {
  await opened()
  await user.click(screen.getByRole('button', { name: /新增/ }))
  await (await form()).findByLabelText('学年')
  await user.click(dialog().getByRole('button', { name: '取消' }))
  await waitFor(() => expect(document.querySelector('.ant-modal form')).toBeNull())
})

test('two open forms of one entity share no id: each label leads to the field beside it', async () => {
  stage(
    <>
      <CrudPage entity={areaPopulation} />
      <CrudPage entity={areaPopulation} prefix="other-" />
    </>,
  )
  await screen.findAllByText('青川县')
  for (const add of screen.getAllByRole('button', { name: /新增/ })) await user.click(add)
  await waitFor(() => expect(document.querySelectorAll('.ant-modal form')).toHaveLength(2))
  const ids = idsInPage()
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const one of document.querySelectorAll<HTMLElement>('.ant-modal form')) {
    expect(one.contains(within(one).getByLabelText('学年'))).toBe(true)
  }
})

test('deleting with nothing selected warns', async () => {
  await opened()
  await user.click(screen.getAllByRole('button', { name: /delete\s*删除/ })[0] as HTMLElement)
  expect(await screen.findByText('请选择至少一条数据')).toBeTruthy()
  expect(callsTo('remove')).toHaveLength(0)
})

test('selected rows are deleted after a confirmation', async () => {
  await opened()
  await user.click(screen.getByRole('checkbox', { name: '选择 2025–2026 东湖区' }))
  expect(screen.getByText('已选择 1 条')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: /delete\s*删除/ })[0] as HTMLElement)
  expect(await screen.findByText('确定将选择数据删除?')).toBeTruthy()
  expect(screen.getAllByText('提示').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('删除成功')).toBeTruthy()
  expect(callsTo('remove')[0]?.query.get('ids')).toBe('2')
})

test('a check box says which row it picks, that of the head that it picks all', async () => {
  await opened()
  const boxes = document.querySelectorAll('.ant-table-container input[type=checkbox]')
  expect([...new Set([...boxes].map((box) => box.getAttribute('aria-label')))]).toEqual([
    '选择全部行',
    '选择 2025–2026 青川县',
    '选择 2025–2026 东湖区',
  ])
})

test('a search goes into the address and back to the first page', async () => {
  await opened('?size=30')
  await user.type(within(screen.getByRole('search')).getByLabelText('学年'), '2025{Enter}')
  await waitFor(() => expect(place.search).toBe('?size=30&studyYear=2025'))
  await waitFor(() => expect(callsTo('list').at(-1)?.query.toString()).toBe('studyYear=2025&current=1&size=30'))
})

test('the address decides what is asked for; what is odd in it is left out', async () => {
  await opened('?studyYear=2025&sort=-population&size=33')
  const first = callsTo('list')[0]
  expect(Object.fromEntries(first?.query ?? [])).toEqual({
    studyYear: '2025',
    descs: 'population',
    current: '1',
    size: '10',
  })
  expect((within(screen.getByRole('search')).getByLabelText('学年') as HTMLInputElement).value).toBe('2025')
})

test('a page behind the last one leads to the last one', async () => {
  stage(<CrudPage entity={areaPopulation} />, '?current=4')
  expect(await screen.findByText('青川县')).toBeTruthy()
  expect(place.search).toBe('')
})

test('a hidden column stays hidden on the next visit', async () => {
  await opened()
  await user.click(screen.getByRole('button', { name: '列设置' }))
  await user.click(await screen.findByRole('checkbox', { name: '县区' }))
  await waitFor(() => expect(screen.queryByText('青川县')).toBeNull())
  stage(<CrudPage entity={areaPopulation} />)
  expect(await screen.findByText('62.50')).toBeTruthy()
  expect(screen.queryByText('青川县')).toBeNull()
})

test('a list that cannot be read says why and is read again on demand', async () => {
  let isDown = true
  serve({ ...answers, list: (call) => (isDown ? { code: 500, msg: '服务器异常' } : list(call)) })
  stage(<CrudPage entity={areaPopulation} />)
  expect(await screen.findByText('服务器异常')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('青川县')).toBeTruthy()
})

test('rows that cannot be brought up to date stay under a bar that says since when, and goes with the next answer', async () => {
  let isDown = false
  serve({ ...answers, list: (call) => (isDown ? { code: 500, msg: '服务器异常' } : list(call)) })
  await opened()
  const shown = () => document.querySelector('.ant-table-tbody')?.textContent
  const before = shown()
  expect(screen.queryByText(/^未能更新/)).toBeNull()
  isDown = true
  await user.click(screen.getByRole('button', { name: '刷新' }))
  const bar = within(
    (await screen.findByText(/^未能更新，显示的是 \d{4}年.*:\d\d 的数据/)).closest('[role=alert]') as HTMLElement,
  )
  expect(bar.getByText('服务器异常')).toBeTruthy()
  expect(shown()).toBe(before)
  expect(document.querySelector('.xh-state-art.is-error')).toBeNull()
  isDown = false
  await user.click(bar.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByText(/^未能更新/)).toBeNull())
  expect(shown()).toBe(before)
})

test('arrows move between rows, Space picks, Enter opens', async () => {
  await opened()
  const [first, second] = [...document.querySelectorAll<HTMLElement>('.ant-table-row')]
  first?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard(' ')
  expect(screen.getByText('已选择 1 条')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(callsTo('detail')[0]?.query.get('id')).toBe('2'))
  expect(asked.length).toBeGreaterThan(0)
})

test('a row that may not be edited is opened to be looked at', async () => {
  stage(
    <CrudPage entity={areaPopulation}>
      <ListRows isEditable={(row) => row.id !== '1'} />
    </CrudPage>,
  )
  await screen.findByText('青川县')
  document.querySelector<HTMLElement>('.ant-table-row')?.focus()
  await user.keyboard('{Enter}')
  expect(await (await form()).findByRole('button', { name: '关闭' })).toBeTruthy()
  expect(dialog().queryByRole('button', { name: '修改' })).toBeNull()
})

test('the flag of a row that may not be edited is no switch', async () => {
  const rows = ['1', '2'].map((id) => ({ id, className: `分类${id}`, isEnabled: 1 }))
  grant('bookclass_view', 'bookclass_edit')
  serve({ ...answers, page: () => ({ data: { records: rows, total: 2 } }), tree: () => ({ data: [] }) })
  stage(
    <CrudPage entity={bookClass}>
      <ListRows isEditable={(row) => row.id === '2'} />
    </CrudPage>,
  )
  await screen.findByText('分类1')
  const switches = [...document.querySelectorAll('.ant-table-row')].map((row) => row.querySelector('[role=switch]'))
  expect(switches.map((one) => one !== null)).toEqual([false, true])
})

function Picked() {
  const { selected } = useList()
  return <p>{`picked: ${selected.join()}`}</p>
}

test('parts of a list read it: buttons beside the standing ones, actions of rows, a panel that hears what is picked', async () => {
  const run = vi.fn()
  stage(
    <CrudPage entity={areaPopulation}>
      <ListToolbar>
        <button type="button">导入名单</button>
      </ListToolbar>
      <ListRows actions={[{ label: '核对', run, isFor: (row) => row.id === '2' }]} />
      <Picked />
    </CrudPage>,
  )
  await screen.findByText('青川县')
  expect(screen.getByRole('button', { name: '导入名单' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: '选择 2025–2026 东湖区' }))
  expect(screen.getByText('picked: 2')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '核对' }))
  expect(run).toHaveBeenCalledWith(expect.objectContaining({ id: '2' }))
})

test('a list inside a page or a dialog draws no frame of its own', async () => {
  stage(
    <PageFrame title="外面">
      <CrudPage entity={areaPopulation} />
    </PageFrame>,
  )
  await screen.findByText('青川县')
  expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual(['外面'])
})
