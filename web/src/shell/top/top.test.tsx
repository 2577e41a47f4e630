import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, asked, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { useAction } from '../../platform/action/use-action.ts'
import { type JobView, forgetJobs, readJobs } from '../../platform/jobs/jobs.ts'
import { type MenuItem, updateSession } from '../../platform/session/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { Finder } from './Finder.tsx'
import { JobCentre } from './JobCentre.tsx'
import { NoticeBell } from './NoticeBell.tsx'

const item = (id: string, name: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parentId: '0',
  code: id,
  name,
  path: `/${id}`,
  source: '',
  ...more,
})
const MENU = [
  item('g', '系统管理', { children: [item('user', '用户管理'), item('role', '角色管理')] }),
  item('exam', '考试信息'),
]

let opened: string[]
beforeEach(() => {
  localStorage.clear()
  opened = []
  setNavigator((path) => opened.push(path))
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  grant('studentscore_view', 'basicschool_view')
  updateSession({ granted: MENU })
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => {
  forgetJobs()
  vi.unstubAllGlobals()
})

function showFinder(more: Record<string, (call: Asked) => Answer> = {}) {
  serve(more)
  const onClose = vi.fn()
  stage(<Finder onClose={onClose} />)
  return onClose
}

const box = () => screen.getByRole('combobox')
const hits = () => screen.queryAllByRole('option').map((one) => one.querySelector('b')?.textContent)
const aimed = () => screen.queryAllByRole('option').findIndex((one) => one.getAttribute('aria-selected') === 'true')
const type = (value: string) => fireEvent.change(box(), { target: { value } })

test('screens are found by their name; Enter opens the one that is aimed at', () => {
  const onClose = showFinder()
  expect(hits()).toEqual(['用户管理', '角色管理', '考试信息'])
  expect(aimed()).toBe(0)
  fireEvent.keyDown(box(), { key: 'ArrowUp' })
  expect(aimed()).toBe(2)
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  expect(aimed()).toBe(0)
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  expect(box().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(opened).toEqual(['/role'])
  expect(onClose).toHaveBeenCalledOnce()
})

test('typing aims at the first again; nothing found says so and opens nothing', () => {
  const onClose = showFinder()
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  type('管理')
  expect(hits()).toEqual(['用户管理', '角色管理'])
  expect(aimed()).toBe(0)
  expect(screen.getByRole('status').textContent).toBe('')
  type('没有')
  expect(screen.getByRole('status').textContent).toBe('搜索中')
  fireEvent.keyDown(box(), { key: 'Enter' })
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  expect([opened, onClose.mock.calls]).toEqual([[], []])
})

test('names are found by their pinyin', async () => {
  showFinder()
  type('yhgl')
  await waitFor(() => expect(hits()).toEqual(['用户管理']))
})

test('the pointer aims and presses', () => {
  const onClose = showFinder()
  const [, second] = screen.getAllByRole('option')
  fireEvent.mouseEnter(second as HTMLElement)
  expect(aimed()).toBe(1)
  fireEvent.mouseDown(second as HTMLElement)
  expect(opened).toEqual(['/role'])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a press beside the search closes it, one inside does not', () => {
  const onClose = showFinder()
  fireEvent.mouseDown(box())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.mouseDown(screen.getByRole('dialog', { hidden: true }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('what may not be seen is not asked for', async () => {
  grant('basicschool_view')
  showFinder({ list: () => ({ data: { records: [] } }), dictionary: () => ({ data: [] }) })
  type('张三')
  await waitFor(() => expect(callsTo('list')).toHaveLength(1))
  expect(callsTo('queryStudentScore')).toEqual([])
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('未找到匹配的内容，试试“学生”“学校”'))
})

test('students are asked for once typing rests, by name, grade and unit, and lead to their scores', async () => {
  const row = {
    examId: '7',
    studentNumber: '01',
    studentCode: 'G51010****0011',
    studentName: '张三',
    schoolCode: '一中码',
    schoolName: '一中',
    examGrade: '高三',
    className: '1班',
    examName: '一模',
  }
  grant('studentscore_view')
  showFinder({ queryStudentScore: () => ({ data: { records: [row, { ...row, studentNumber: '02', score: 600 }] } }) })
  type('张')
  type('张三, 高三 ，一中')
  await waitFor(() => expect(hits()).toEqual(['张三', '张三']))
  const calls = asked.filter(({ query }) => query.get('studentName'))
  expect(calls.map(({ query }) => [query.get('studentName'), query.get('examGrade'), query.get('areaName')])).toEqual([
    ['张三', '高三', '一中'],
  ])
  expect(screen.getAllByRole('option').map((one) => one.querySelector('span:last-child')?.textContent)).toEqual([
    '一中 · 高三 · 1班 · 一模 · 无总分',
    '一中 · 高三 · 1班 · 一模 · 600',
  ])
  fireEvent.keyDown(box(), { key: 'Enter' })
  const [path = '', query] = opened[0]?.split('?') ?? []
  expect([path, Object.fromEntries(new URLSearchParams(query))]).toEqual([
    '/bigdata/query/queryStudentScore',
    { examId: '7', studentCode: 'G51010****0011', studentName: '张三', schoolCode: '一中码' },
  ])
})

test('screens, schools and areas are found at once, group by group; a search that fails says so', async () => {
  grant('basicschool_view')
  updateSession({ granted: [...MENU, item('class', '青川班级')] })
  showFinder({
    list: () => ({ data: { records: [{ id: '1', schoolName: '青川一中', schoolCode: 'S1' }] } }),
    dictionary: () => ({
      data: [
        { dictKey: '11', dictValue: '青川县' },
        { dictKey: '12', dictValue: '东湖区' },
      ],
    }),
  })
  type('青川')
  await waitFor(() => expect(hits()).toEqual(['青川班级', '青川一中', '青川县']))
  expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual(['功能', '学校', '县区'])
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  fireEvent.keyDown(box(), { key: 'Enter' })
  fireEvent.mouseDown(screen.getAllByRole('option')[2] as HTMLElement)
  expect(opened).toEqual([
    `/bigdata/basic/basicSchool?${new URLSearchParams({ schoolName: '青川一中' })}`,
    '/bigdata/basic/basicSchool?areaCode=11',
  ])
  showFinder({ list: () => ({ data: { records: [] } }), dictionary: () => ({ code: 500, msg: '坏了' }) })
  type('青')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('搜索失败，请稍后再试'))
})

const notice = (id: string, isRead: number) => ({
  id,
  title: `通知${id}`,
  releaseTime: '2026-03-12 08:00:00',
  content: '<p>下周<b>考试</b></p><script>1</script>',
  isRead,
})

function serveNotices(unread: number, total = 2): void {
  serve({
    unread: () => ({ data: { unread } }),
    top: () => ({ data: { records: [notice('1', 0), notice('2', 1)], total, size: 5, current: 1, pages: 1 } }),
    read: () => ({ data: true }),
  })
}

test('the bell counts what is unread and opens one of the notices, which is then read', async () => {
  serveNotices(1)
  stage(<NoticeBell />)
  const bell = await screen.findByRole('button', { name: '消息通知，1条未读' })
  expect(bell.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(bell)
  const first = (await screen.findByText('通知1')).closest('li')
  expect(bell.getAttribute('aria-expanded')).toBe('true')
  expect(first?.className).toBe('is-unread')
  expect(screen.getByText('通知2').closest('li')?.className).toBe('')
  expect(first?.textContent).toContain('2026-03-12 08:00下周考试')
  const before = callsTo('unread').length
  fireEvent.click(first?.querySelector('button') as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: '消息内容' }))
  expect(dialog.getByRole('heading', { name: '通知1' })).toBeTruthy()
  await waitFor(() => expect(callsTo('unread').length).toBeGreaterThan(before))
  const read = asked.find(({ path }) => path.endsWith('/read'))
  expect(read?.body['id'] ?? read?.query.get('id')).toBe('1')
})

test('a notice that was read is not told again', async () => {
  serveNotices(0)
  stage(<NoticeBell />)
  fireEvent.click(await screen.findByRole('button', { name: '消息通知' }))
  fireEvent.click((await screen.findByText('通知2')).closest('button') as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '消息内容' })
  expect(asked.some(({ path }) => path.endsWith('/read'))).toBe(false)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '通知2' })).toBeNull())
})

test('notices come five at a time; none and a failed load say so', async () => {
  serveNotices(0, 12)
  stage(<NoticeBell />)
  fireEvent.click(await screen.findByRole('button', { name: '消息通知' }))
  await screen.findByText('通知1')
  fireEvent.click(document.querySelector('.ant-pagination-next button') as HTMLElement)
  await waitFor(() => expect(callsTo('top').at(-1)?.query.get('current')).toBe('2'))
  expect(callsTo('top')[0]?.query.get('size')).toBe('5')
  serve({ unread: () => ({ data: { unread: 0 } }), top: () => ({ data: { records: [], total: 0 } }) })
  stage(<NoticeBell />)
  fireEvent.click(await screen.findByRole('button', { name: '消息通知' }))
  expect(await screen.findByText('还没有消息')).toBeTruthy()
  serve({ unread: () => ({ data: null }), top: () => ({ code: 500, msg: '坏了' }) })
  stage(<NoticeBell />)
  fireEvent.click(await screen.findByRole('button', { name: '消息通知' }))
  expect(await screen.findByText('坏了')).toBeTruthy()
})

const job = (values: Partial<JobView>): JobView =>
  ({
    id: '1',
    title: '生成报表',
    state: 'running',
    step: '写包',
    text: '',
    done: 1,
    total: 4,
    link: '/a',
    fileId: '',
    createTime: '2026-03-12 08:00:00',
    ...values,
  }) as JobView

async function showJobs(...jobs: JobView[]): Promise<void> {
  serve({ list: () => ({ data: { records: jobs, total: jobs.length } }), cancel: () => ({ data: true }) })
  await readJobs()
  stage(<JobCentre />)
  fireEvent.click(screen.getByRole('button', { name: /任务中心/ }))
  await screen.findByRole('heading', { name: '任务中心' })
}

const lines = () => [...document.querySelectorAll('.job-line')]
const buttonsOf = (line: Element | undefined) =>
  [...(line?.querySelectorAll('button') ?? [])].map((one) => one.textContent)

test('jobs offer what their state allows: cancel while they go, their file and their place at the end', async () => {
  await showJobs(
    job({ id: '1', createTime: '2026-03-12 08:00:05' }),
    job({ id: '2', state: 'waiting', createTime: '2026-03-12 08:00:04' }),
    job({ id: '3', state: 'done', fileId: '9', createTime: '2026-03-12 08:00:03' }),
    job({ id: '4', state: 'failed', link: '', createTime: '2026-03-12 08:00:02' }),
    job({ id: '5', state: 'cancelled', fileId: '9', createTime: '2026-03-12 08:00:01' }),
  )
  expect(screen.getByRole('button', { name: '任务中心，2个进行中' })).toBeTruthy()
  expect(lines().map(buttonsOf)).toEqual([['取消'], ['取消'], ['下载', '查看'], [], ['查看']])
  expect(lines().map((one) => one.querySelector('.job-state')?.textContent)).toEqual([
    '进行中 25%',
    '等待中',
    '已完成',
    '失败',
    '已取消',
  ])
  const bars = lines().map((one) => one.querySelector('progress'))
  expect(bars.map((bar) => bar && bar.hasAttribute('value'))).toEqual([true, false, null, null, null])
})

test('the keys go into the list of jobs that opens, and back to its button by Escape', async () => {
  await showJobs(job({}))
  const panel = screen.getByRole('region', { name: '任务中心' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  fireEvent.keyDown(panel, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /任务中心/ })))
})

test('a job is cancelled after a yes; its place is opened and the panel closed', async () => {
  await showJobs(job({}), job({ id: '2', state: 'done', createTime: '2026-03-11 08:00:00' }))
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  const asking = await screen.findByText('确定取消「生成报表」？')
  expect(callsTo('cancel')).toHaveLength(0)
  fireEvent.click(within(asking.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(callsTo('cancel')).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: '查看' }))
  expect(opened).toEqual(['/a'])
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /任务中心/ }).getAttribute('aria-expanded')).toBe('false'),
  )
})

test('the end of a job that was seen going is announced, with its reason if it failed', async () => {
  await showJobs(
    job({}),
    job({ id: '2', title: '导入' }),
    job({ id: '3', title: '旧的', state: 'done' }),
    job({ id: '4', title: '校验' }),
  )
  const ended = [
    job({ state: 'done' }),
    job({ id: '2', title: '导入', state: 'failed', text: '文件损坏' }),
    job({ id: '4', title: '校验', state: 'done', text: '5 行有错误' }),
    job({ id: '3', title: '旧的', state: 'done' }),
  ]
  serve({ list: () => ({ data: { records: ended, total: 4 } }) })
  await act(() => readJobs())
  expect(await screen.findByText('生成报表已完成')).toBeTruthy()
  expect(screen.getByText('导入失败：文件损坏')).toBeTruthy()
  expect(screen.getByText('校验已完成：5 行有错误')).toBeTruthy()
  expect(screen.queryByText('旧的已完成')).toBeNull()
})

test('work that has ended is marked until the list is looked at', async () => {
  localStorage.clear()
  const ended = job({ state: 'done', endTime: '2026-03-12 08:05:00' })
  serve({ list: () => ({ data: { records: [ended], total: 1 } }) })
  await readJobs()
  stage(<JobCentre />)
  const marked = await screen.findByRole('button', { name: '任务中心，1个刚结束' })
  expect(marked.querySelector('.ant-badge-dot')).toBeTruthy()
  fireEvent.click(marked)
  const looked = await screen.findByRole('button', { name: '任务中心' })
  await waitFor(() => expect(looked.querySelector('.ant-badge-dot')).toBeNull())
  stage(<JobCentre />)
  expect(screen.getByRole('button', { name: '任务中心' })).toBeTruthy()
})

test('without any work the centre says what would be there', async () => {
  await showJobs()
  expect(screen.getByText('还没有任务')).toBeTruthy()
  expect(screen.getByRole('button', { name: '任务中心' })).toBeTruthy()
})

test('what a job was to write is read again when that job has ended, not at the end of another', async () => {
  const read = vi.fn(async () => 'rows')
  function Started() {
    const action = useAction(async () => ({ jobId: '12' }), { changes: [['crud', 'pupil']], done: '' })
    useQuery({ queryKey: ['crud', 'pupil', 1], queryFn: read })
    return <button onClick={() => void action.run()}>开始清理</button>
  }
  const tell = async (...jobs: JobView[]) => {
    serve({ list: () => ({ data: { records: jobs, total: jobs.length } }) })
    await act(readJobs)
  }
  serve({ list: () => ({ data: { records: [], total: 0 } }) })
  stage(
    <>
      <JobCentre />
      <Started />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: '开始清理' }))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  await tell(job({ id: '11' }), job({ id: '12' }))
  await tell(job({ id: '11', state: 'done' }), job({ id: '12' }))
  await tell(job({ id: '11', state: 'done' }), job({ id: '12', state: 'done' }))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(3))
})
