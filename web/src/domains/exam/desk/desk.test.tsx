import type { CheckOutcome } from '@xueheng/contract/domains/exam/exam-check.ts'
import { type ExamAction, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { importList } from '@xueheng/contract/domains/exam/import.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { hearOpenings, makeBatch, makeExam, makeWork } from '../_exam.ts'
import { CheckPanel } from './CheckPanel.tsx'
import { ClearButton } from './ClearButton.tsx'
import { DeskHead } from './DeskHead.tsx'
import { ImportSection } from './ImportSection.tsx'
import { NextStepBar } from './NextStepBar.tsx'
import type { NextStep } from './next-step.ts'
import { PackageSection } from './PackageSection.tsx'
import { SealButton } from './SealButton.tsx'
import { UnarchiveButton } from './UnarchiveButton.tsx'
import { SummarySection } from './SummarySection.tsx'

const RIGHTS = ['check', 'import', 'archive', 'process', 'package', 'publish', 'edit'].map((one) => `examinfo_${one}`)
const CLEARS = ['examstudentimport_delete', 'examscorestudentcourseimport_delete', 'examteachercourseimport_delete']

const cell = { planned: 40, present: 38, absent: 2, missing: 0, errors: 0, warnings: 0 }
const school = { schoolCode: 'S1', schoolName: '一中', areaCode: '11' }
const MATRIX = [
  { ...school, courseName: '语文', ...cell },
  { ...school, courseName: '数学', ...cell, missing: 3 },
  { schoolCode: 'S2', schoolName: '二中', areaCode: '99', courseName: '数学', ...cell, errors: 1, present: 1200 },
]
const SCORE: CheckOutcome = {
  kind: 'score',
  checkedTime: '2026-03-14 10:00:00',
  errorNum: 0,
  warningNum: 3,
  isConfirmed: false,
  rows: 40,
  faults: [{ code: 'G05', level: 'warning', num: 1200 }],
}
const STUDENT: CheckOutcome = { ...SCORE, kind: 'student', warningNum: 0, isConfirmed: true, faults: [] }

const page = (records: unknown[], total = records.length): Answer => ({
  data: { records, total, size: 5, current: 1, pages: 1 },
})
const summary = { checks: [SCORE], matrix: MATRIX }

const answers: Record<string, (call: Asked) => Answer> = {
  dictionary: () => ({ data: [{ dictKey: '11', dictValue: '青川县' }] }),
  list: ({ path }) => (path === importList.path ? page([makeBatch()]) : page([], 1200)),
  findCompleteness: () => ({ data: summary }),
  getExamCourseList: () => ({ data: [{ courseName: '语文' }, { courseName: '数学' }] }),
  findPackageByExamId: () => ({ data: [] }),
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant(...RIGHTS, ...CLEARS)
  serve(
    new Proxy(answers, {
      get: (given, name: string) => given[name] ?? (() => ({ data: { jobId: '91', removed: 1200 } })),
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const writes = () =>
  asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').slice(-2).join('/'), body])
const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true'

test('list and marks are checked by one order, without agreeing to anything', async () => {
  stage(<CheckPanel exam={makeExam({ examStatus: 1 })} work={makeWork()} checks={[SCORE, STUDENT]} />)
  const titles = screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
  expect(titles).toEqual(['校验结果', '考生名单', '成绩'])
  fireEvent.click(button('重新校验'))
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(writes().map(([, body]) => body)).toEqual([{ examId: '7', confirmWarnings: 0, isWhole: 1 }])
})

test('open warnings are counted and agreed to after a yes', async () => {
  stage(
    <CheckPanel
      exam={makeExam({ examStatus: 1 })}
      work={makeWork()}
      checks={[SCORE, { ...STUDENT, isConfirmed: true, warningNum: 8 }]}
    />,
  )
  fireEvent.click(button('确认 3 条警告并校验'))
  expect(await screen.findByText(/共 3 条警告。/)).toBeTruthy()
  expect(writes()).toEqual([])
  fireEvent.click(button('确认并校验'))
  await waitFor(() =>
    expect(writes().map(([, body]) => body)).toEqual([{ examId: '7', confirmWarnings: 1, isWhole: 1 }]),
  )
})

test('warnings cannot be agreed to before the errors are gone, and not at all when none is open', () => {
  stage(<CheckPanel exam={makeExam({ examStatus: 1 })} work={makeWork()} checks={[{ ...SCORE, errorNum: 1 }]} />)
  expect(isOff(button('确认 3 条警告并校验'))).toBe(true)
  expect(button('确认 3 条警告并校验').getAttribute('aria-description')).toBe('请先改正错误')
  stage(<CheckPanel exam={makeExam({ examStatus: 1 })} work={makeWork()} checks={[STUDENT]} />)
  expect(screen.queryByRole('button', { name: /条警告并校验/ })).toBeNull()
})

test('a fault leads to the rows it is about; a list without faults says so', () => {
  const opened = hearOpenings()
  const errors: CheckOutcome = { ...STUDENT, isConfirmed: false, faults: [{ code: 'S04', level: 'error', num: 2 }] }
  stage(<CheckPanel exam={makeExam({ examStatus: 1 })} work={makeWork()} checks={[SCORE, errors]} />)
  fireEvent.click(button('1,200 条'))
  fireEvent.click(button('2 条'))
  expect(opened).toEqual([
    '/bigdata/score/examScoreStudentCourseImport?examId=7&checkStatus=3',
    '/bigdata/exam/examStudentImport?examId=7&checkStatus=2',
  ])
  expect(screen.queryByText('没有发现问题')).toBeNull()
  expect(screen.queryByText(/警告已确认/)).toBeNull()
  stage(<CheckPanel exam={makeExam({ examStatus: 1 })} work={makeWork()} checks={[STUDENT]} />)
  expect(screen.getByText('没有发现问题')).toBeTruthy()
  expect(screen.getByText(/警告已确认/)).toBeTruthy()
})

test('all that was imported of a kind goes only after the name of the exam was typed', async () => {
  stage(<ClearButton exam={makeExam({ examStatus: 1 })} kind="score" />)
  fireEvent.click(button('清空成绩'))
  const dialog = within(await screen.findByRole('dialog'))
  const main = () => dialog.getByRole<HTMLButtonElement>('button', { name: '清空成绩' })
  expect(main().disabled).toBe(true)
  fireEvent.change(dialog.getByLabelText('高三一模'), { target: { value: '高三二模' } })
  expect(main().disabled).toBe(true)
  fireEvent.change(dialog.getByLabelText('高三一模'), { target: { value: '高三一模' } })
  fireEvent.click(main())
  expect(await screen.findByText('已清空 1,200 条')).toBeTruthy()
  expect(writes().map(([, body]) => body)).toEqual([{ examId: '7', examName: '高三一模' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(button('清空成绩'))
  expect((await screen.findByLabelText<HTMLInputElement>('高三一模')).value).toBe('')
})

test('a cancelled clearing removes nothing', async () => {
  stage(<ClearButton exam={makeExam({ examStatus: 1 })} kind="teacher" />)
  fireEvent.click(button('清空任课'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()).toEqual([])
})

test('an exam is sealed with or without words, and opened again only with a reason', async () => {
  stage(<SealButton exam={makeExam({ examStatus: 7 })} isSealing />)
  fireEvent.click(button('封存'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '封存' }))
  expect(await screen.findByText('已封存')).toBeTruthy()
  expect(writes()[0]?.[1]).toEqual({ examId: '7', isSealed: 1, reason: '' })
  stage(<SealButton exam={makeExam({ examStatus: 9 })} isSealing={false} />)
  fireEvent.click(button('解封'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: '解封' }))
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy())
  expect(writes()).toHaveLength(1)
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 补录成绩 ' } })
  fireEvent.click(dialog.getByRole('button', { name: '解封' }))
  expect(await screen.findByText('已解封')).toBeTruthy()
  expect(writes()[1]?.[1]).toEqual({ examId: '7', isSealed: 0, reason: '补录成绩' })
})

const GATED: [label: string, action: ExamAction, code: string][] = [
  ['生成报表', 'package', 'examinfo_package'],
  ['撤回发布', 'withdraw', 'examinfo_publish'],
  ['发布', 'publish', 'examinfo_publish'],
]
const STATUSES = Object.values(examStates.states).map(({ value, title }) => [title, value] as const)

test.each(STATUSES)('an exam %s offers exactly the steps its state allows', (_title, examStatus) => {
  stage(<PackageSection exam={makeExam({ examStatus })} work={makeWork()} />)
  const offered = GATED.filter(([label]) => !isOff(button(label))).map(([label]) => label)
  expect(offered).toEqual(GATED.filter(([, action]) => canDo(examStates, action, examStatus)).map(([label]) => label))
  const isSealed = examStatus === 9
  expect(isOff(button(isSealed ? '解封' : '封存'))).toBe(examStatus !== 7 && !isSealed)
  const seen = [...document.querySelectorAll('.exam-versions dd')].map((one) => one.textContent)
  expect(seen).toEqual(['第 4 版', '第 2 版', [7, 9].includes(examStatus) ? '第 2 版' : '—'])
})

test('without its right a step is not there at all', () => {
  for (const [label, , code] of GATED) {
    grant(...RIGHTS.filter((one) => one !== code))
    stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
    expect(screen.queryByRole('button', { name: label })).toBeNull()
  }
})

test('data that moved on since the package stop the publishing and say so', () => {
  stage(<PackageSection exam={makeExam({ examStatus: 6, dataVersion: 5 })} work={makeWork()} />)
  expect(button('发布').getAttribute('aria-description')).toBe('数据已更新，请重新生成报表后再发布')
  expect(screen.getByText(/报表仍是旧数据/)).toBeTruthy()
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  expect(isOff(button('发布'))).toBe(false)
  expect(screen.queryByText(/报表仍是旧数据/)).toBeNull()
})

test('an exam without a package has nothing to look at; a packaged one leads to its reports', () => {
  const opened = hearOpenings()
  stage(<PackageSection exam={makeExam({ examStatus: 5, packageVersion: 0 })} work={makeWork()} />)
  expect(screen.queryByRole('button', { name: '预览报表' })).toBeNull()
  expect(screen.getByText('还没有生成报表')).toBeTruthy()
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  fireEvent.click(button('预览报表'))
  expect(opened).toEqual(['/bigdata/report/oneScoreTwoRate?examId=7'])
})

test('one package at a time is made', async () => {
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork({ isBusy: true })} />)
  expect(button('生成报表').getAttribute('aria-description')).toBe('正在执行')
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  fireEvent.click(button('生成报表'))
  await waitFor(() => expect(writes().map(([, body]) => body)).toEqual([{ examId: '7' }]))
})

test('versions of the package tell what they were made of', async () => {
  const version = { packageVersion: 2, isPublished: 1, builtTime: '2026-03-15', dataVersion: 4, studentNum: null }
  answers['findPackageByExamId'] = () => ({
    data: [
      { ...version, sizeBytes: 72.4 * 1024 ** 2, prevExamName: '期末', builtBy: '李老师' },
      { ...version, packageVersion: 1, isPublished: 0, sizeBytes: 640 * 1024, studentNum: 900 },
      { ...version, packageVersion: 3, isPublished: 0, sizeBytes: null },
    ],
  })
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  const table = within(await screen.findByRole('region', { name: '报表版本' }))
  const rows = table.getAllByRole('row').map((row) => [...row.querySelectorAll('td')].map((one) => one.textContent))
  expect(rows.filter((cells) => cells.length > 1 && cells[0])).toEqual([
    ['第 2 版 已发布', '2026-03-15', '4', '—', '72.4 MB', '期末', '李老师'],
    ['第 1 版 ', '2026-03-15', '4', '900', '640 KB', '—', '—'],
    ['第 3 版 ', '2026-03-15', '4', '—', '—', '—', '—'],
  ])
})

test('from the second version on, what changed is one click away', async () => {
  grant('examinfo_view', 'packagechangebyall_view')
  const opened = hearOpenings()
  const version = { isPublished: 0, builtTime: '2026-03-15', dataVersion: 4, studentNum: null, sizeBytes: null }
  answers['findPackageByExamId'] = () => ({ data: [2, 1].map((packageVersion) => ({ ...version, packageVersion })) })
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  fireEvent.click(await screen.findByRole('button', { name: '与上一版比较' }))
  expect(opened).toEqual(['/bigdata/report/packageChange?examId=7&toVersion=2'])
})

function showStep(kind: NextStep['kind'], work = makeWork()) {
  const onPart = vi.fn()
  const step = { kind, label: '去做', text: '为什么' }
  stage(<NextStepBar exam={makeExam()} step={step} work={work} onPart={onPart} />)
  return onPart
}

test.each<[NextStep['kind'], string | undefined, number]>([
  ['course', 'course', 0],
  ['check', 'import', 1],
  ['mend', 'import', 0],
  ['confirm', 'import', 0],
  ['process', 'progress', 1],
  ['wait', 'progress', 0],
  ['package', 'package', 1],
])('the step %s opens its part and makes its calls', async (kind, part, calls) => {
  const onPart = showStep(kind)
  fireEvent.click(button(/去做/))
  expect(onPart.mock.calls).toEqual([[part]])
  await waitFor(() => expect(writes()).toHaveLength(calls))
})

test.each<[NextStep['kind'], RegExp, number]>([
  ['archive', /名单和成绩不能再导入或修改/, 1],
  ['publish', /即可查看「高三一模」的报表/, 1],
  ['republish', /新版就绪后立即代替各学校看到的旧版/, 1],
])('the step %s is taken after a yes', async (kind, question, calls) => {
  showStep(kind)
  fireEvent.click(button(/去做/))
  const asking = await screen.findByText(question)
  expect(writes()).toEqual([])
  fireEvent.click(
    asking
      .closest('[role=dialog]')
      ?.querySelector('.ant-btn-color-primary, .ant-btn-primary, .ant-btn-dangerous') as HTMLElement,
  )
  await waitFor(() => expect(writes()).toHaveLength(calls))
})

test('steps outside the desk open their screens', () => {
  const opened = hearOpenings()
  for (const kind of ['student', 'score', 'read'] as const) {
    showStep(kind)
    fireEvent.click(button(/去做/))
  }
  expect(opened).toEqual([
    '/bigdata/exam/import?examId=7&kind=student',
    '/bigdata/exam/import?examId=7&kind=score',
    '/bigdata/report/oneScoreTwoRate?examId=7',
  ])
})

test.each<[NextStep['kind'], string]>([
  ['course', 'examinfo_edit'],
  ['student', 'examinfo_import'],
  ['score', 'examinfo_import'],
  ['check', 'examinfo_check'],
  ['confirm', 'examinfo_check'],
  ['archive', 'examinfo_archive'],
  ['process', 'examinfo_process'],
  ['package', 'examinfo_package'],
  ['publish', 'examinfo_publish'],
  ['republish', 'examinfo_publish'],
  ['republish', 'examinfo_package'],
])('the step %s is not offered without %s; the sentence stays', (kind, code) => {
  grant(...RIGHTS.filter((one) => one !== code))
  showStep(kind)
  expect(screen.getByText('为什么')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /去做/ })).toBeNull()
})

test('while work runs its step and share stand there, and it can be stopped', async () => {
  const job = { id: '91', title: '高三一模 生成报表', state: 'running', step: '写包', done: 1, total: 4 }
  showStep('package', makeWork({ isBusy: true, job: job as never }))
  expect(screen.getByRole('status').textContent).toContain('高三一模 生成报表写包 1 / 4')
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(25)
  fireEvent.click(button('取消'))
  await waitFor(() => expect(writes()[0]?.[1]).toEqual({ id: '91' }))
  showStep('package', makeWork({ isBusy: true, job: { ...job, state: 'done' } as never }))
  expect(screen.getByRole('status').textContent).toBe('计算中')
  expect(screen.queryByRole('button', { name: '取消' })).toBeNull()
})

test.each([
  [0, 0],
  [2, 2],
  [4, 3],
  [5, 4],
  [9, 6],
])('an exam of state %i stands at milestone %i', (examStatus, at) => {
  stage(<DeskHead exam={makeExam({ examStatus })} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps.findIndex((one) => one.getAttribute('aria-current') === 'step')).toBe(at)
  expect(steps.map((one) => one.className)).toEqual(
    steps.map((_one, i) => (i < at ? 'is-passed' : i === at ? 'is-now' : '')),
  )
  expect(screen.queryByText('计算中') !== null).toBe(examStatus === 4)
  expect(screen.queryByText('已封存') !== null).toBe(examStatus === 9)
})

test('the head names days and figures; one day is said once, nothing is a dash', () => {
  stage(<DeskHead exam={makeExam({ dataVersion: 5 })} />)
  expect(screen.getByText(/2025–2026学年/).textContent).toMatch(/03-12.* ~ .*03-13/)
  expect(screen.getByText('数据已更新，待重新生成报表')).toBeTruthy()
  stage(<DeskHead exam={makeExam({ endDate: '2026-03-12', studentNum: null, packageVersion: 0 })} />)
  expect(screen.getByText(/2025–2026学年/).textContent).not.toContain('~')
  expect([...document.querySelectorAll('.exam-figures dd')].map((one) => one.textContent)).toEqual([
    '9',
    '3',
    '—',
    '4',
    '—',
  ])
  expect(screen.queryByText('数据已更新，待重新生成报表')).toBeNull()
})

test('each kind shows its rows, its batches and the way back into the wizard', async () => {
  const opened = hearOpenings()
  stage(<ImportSection exam={makeExam({ examStatus: 1 })} work={makeWork()} />)
  await waitFor(() => expect(screen.getAllByText('1,200')).not.toHaveLength(0))
  const score = within((await screen.findAllByRole('region', { name: '成绩' }))[0] as HTMLElement)
  fireEvent.click(await score.findByRole('button', { name: '成绩.xlsx' }))
  fireEvent.click(score.getByRole('button', { name: '查看明细' }))
  fireEvent.click(score.getByRole('button', { name: '导入成绩' }))
  expect(opened).toEqual([
    '/bigdata/exam/import?examId=7&kind=score&batchId=31',
    '/bigdata/score/examScoreStudentCourseImport?examId=7',
    '/bigdata/exam/import?examId=7&kind=score',
  ])
  expect(score.getByText(/新增 30，变更 5，未变 4，错误 1/)).toBeTruthy()
})

test('a kind without rows offers its import first and nothing to clear; without the right no batches are asked for', async () => {
  grant('examinfo_view')
  answers['list'] = () => page([])
  answers['findCompleteness'] = () => ({ data: { checks: [], matrix: [] } })
  stage(<ImportSection exam={makeExam({ examStatus: 0 })} work={makeWork()} />)
  await waitFor(() => expect(callsTo('list')).toHaveLength(3))
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['什么是归档'])
  expect(asked.some(({ path }) => path === importList.path)).toBe(false)
  grant(...RIGHTS, ...CLEARS)
  stage(<ImportSection exam={makeExam({ examStatus: 0 })} work={makeWork()} />)
  await waitFor(() => expect(screen.getAllByText('还没有导入过工作簿')).toHaveLength(3))
  expect(button('导入考生').className).toContain('ant-btn-primary')
  expect(screen.queryByRole('button', { name: '清空考生' })).toBeNull()
  expect(screen.queryByRole('region', { name: '校验结果' })).toBeNull()
})

test('completeness is a map of school and course that shows the measure chosen', async () => {
  answers['findCompleteness'] = () => ({ data: summary })
  stage(<SummarySection exam={makeExam()} />)
  await screen.findByText('一中')
  const lines = () =>
    [...document.querySelectorAll('.exam-matrix tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((one) => one.textContent),
    )
  expect(lines()).toEqual([
    ['青川县', '38/40', '38/40'],
    ['99', '·', '1,200/40'],
  ])
  const tones = [...document.querySelectorAll('.exam-matrix tbody td[class]')].map((one) => one.className)
  expect(tones).toEqual(['is-whole', 'is-warning', 'is-none', 'is-error'])
  fireEvent.click(screen.getByText('缺成绩'))
  await waitFor(() => expect(lines()[0]).toEqual(['青川县', '0', '3']))
})

test('a summary that cannot be read says why and is read again; none yet says what has to happen', async () => {
  answers['findCompleteness'] = () => ({ code: 500, msg: '服务器异常' })
  stage(<SummarySection exam={makeExam()} />)
  expect(await screen.findByText('服务器异常')).toBeTruthy()
  answers['findCompleteness'] = () => ({ data: { checks: [], matrix: [] } })
  fireEvent.click(button('重试'))
  expect(await screen.findByText('还没有校验成绩')).toBeTruthy()
})

test.each([
  ['student', '撤销考生归档', 'examstudentimport/unarchiveByExamId'],
  ['score', '撤销成绩归档', 'examscorestudentcourseimport/unarchiveByExamId'],
] as const)('the archive of %s is taken back for a reason', async (kind, title, path) => {
  grant('examinfo_unarchive')
  stage(<UnarchiveButton exam={makeExam({ examStatus: 6 })} work={makeWork()} kind={kind} />)
  fireEvent.click(button(title))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '名单有误' } })
  fireEvent.click(dialog.getByRole('button', { name: '撤销归档' }))
  await waitFor(() => expect(writes()).toEqual([[path, { examId: '7', reason: '名单有误' }]]))
})

test('the archive of a published exam stays, and the button says why; before the archive there is none', () => {
  grant('examinfo_unarchive')
  stage(<UnarchiveButton exam={makeExam({ examStatus: 7 })} work={makeWork()} kind="student" />)
  expect(button('撤销考生归档').getAttribute('aria-description')).toBe('当前状态为「已发布」，不能撤销归档')
  stage(<UnarchiveButton exam={makeExam({ examStatus: 2 })} work={makeWork()} kind="score" />)
  expect(screen.queryByRole('button', { name: '撤销成绩归档' })).toBeNull()
})

test('a published exam with changed data is published anew after a yes', async () => {
  stage(<PackageSection exam={makeExam({ packageDataVersion: 3 })} work={makeWork()} />)
  fireEvent.click(button('重新计算并发布'))
  expect(await screen.findByText(/新版就绪后立即代替各学校看到的旧版/)).toBeTruthy()
  fireEvent.click(button('重新发布'))
  await waitFor(() => expect(writes()).toEqual([['examinfo/execPackageExam', { examId: '7' }]]))
})

test.each(['examinfo_package', 'examinfo_publish'])('a published exam is not published anew without %s', (code) => {
  grant(...RIGHTS.filter((one) => one !== code))
  stage(<PackageSection exam={makeExam({ packageDataVersion: 3 })} work={makeWork()} />)
  expect(screen.queryByRole('button', { name: '重新计算并发布' })).toBeNull()
})

test('a packaged exam is published, and a published one withdrawn, each after a yes', async () => {
  stage(<PackageSection exam={makeExam({ examStatus: 6 })} work={makeWork()} />)
  fireEvent.click(button('发布'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '发布' }))
  await waitFor(() => expect(writes()).toEqual([['examinfo/publishExam', { examId: '7' }]]))
  stage(<PackageSection exam={makeExam()} work={makeWork()} />)
  fireEvent.click(button('撤回发布'))
  expect(await screen.findByText(/撤回后学校和教师将看不到「高三一模」的报表/)).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '撤回发布' }))
  await waitFor(() => expect(writes().at(-1)).toEqual(['examinfo/withdrawExam', { examId: '7' }]))
})
