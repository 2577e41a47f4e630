import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { Page as AuditPage } from '../score-correction-audit.page.tsx'
import { BulkCorrection } from './BulkCorrection.tsx'
import { CorrectionList } from './CorrectionList.tsx'
import { CorrectionButton } from './CorrectionButton.tsx'
import { StudentCorrection } from './StudentCorrection.tsx'

const WHO = { studentName: '张一', schoolName: '第一中学', examClass: '1班', examScore: 150 }
const SCORES = [
  { ...WHO, courseName: '语文', oldScore: '90' },
  { ...WHO, courseName: '数学', oldScore: '缺考' },
]
const NOBODY = '考号 0102 不在归档的考生名单'

/** Lines of 0102 are refused. */
function takeLines({ body }: Asked): Answer {
  const { lines } = body as { lines: { studentNumber: string; newScore: string }[] }
  const results = lines.map(({ studentNumber, newScore }, at) => {
    const message = studentNumber === '0102' ? NOBODY : newScore === '999' ? '分数应在 0 到 150 之间' : ''
    return { lineNo: at + 1, id: message ? '' : String(at + 1), isDone: message ? 0 : 1, message }
  })
  return { data: results }
}

beforeEach(() => {
  resetTabs()
  grant('examscorecorrection_view', 'examscorecorrection_add')
  serve({ archivedScores: () => ({ data: SCORES }), submitBatch: takeLines })
})
afterEach(async () => {
  await setLanguage('zh')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: '提交审批' }))
const sent = () => callsTo('submitBatch').map(({ body }) => body)

test('one student: courses with their archived marks, of which those filled in are sent', async () => {
  const onClose = vi.fn()
  stage(<StudentCorrection examId="7" studentNumber="0101" onClose={onClose} />)
  expect(await screen.findByText('归档成绩 缺考，满分 150')).toBeTruthy()
  type(/数学/, '88.5')
  type(/更正原因/, '漏登')
  send()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const lines = [{ studentNumber: '0101', courseName: '数学', newScore: '88.5' }]
  expect(sent()).toEqual([{ examId: '7', reason: '漏登', lines }])
})

test('one student: a refused course keeps its reason at its field, and the accepted one is not sent again', async () => {
  const onClose = vi.fn()
  stage(<StudentCorrection examId="7" studentNumber="0101" onClose={onClose} />)
  await screen.findByText('归档成绩 90，满分 150')
  type(/语文/, '95')
  type(/数学/, '999')
  type(/更正原因/, '漏登')
  send()
  expect(await screen.findByText('分数应在 0 到 150 之间')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  type(/数学/, '99')
  send()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()[1]).toMatchObject({ lines: [{ courseName: '数学', newScore: '99' }] })
})

const readList = vi.fn(() => [])

/** Stands for a list of corrections in sight. */
function List() {
  useQuery({ queryKey: ['crud', examScoreCorrection.name], queryFn: readList })
  return null
}

test('one student: of a refused batch the accepted courses are told, leave the form and are in the list', async () => {
  stage(
    <>
      <List />
      <StudentCorrection examId="7" studentNumber="0101" onClose={() => undefined} />
    </>,
  )
  await screen.findByText('归档成绩 90，满分 150')
  type(/语文/, '95')
  type(/数学/, '999')
  type(/更正原因/, '漏登')
  send()
  expect(await screen.findByText('已提交 1 条更正，待审批')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /语文/ })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /数学/ }).value).toBe('999')
  expect(readList).toHaveBeenCalledTimes(2)
})

test('one student: nothing filled in is said and not sent; nobody archived is told', async () => {
  stage(<StudentCorrection examId="7" studentNumber="0101" onClose={() => undefined} />)
  await screen.findByText('归档成绩 90，满分 150')
  type(/更正原因/, '漏登')
  send()
  expect(await screen.findByText('请至少填写一科更正后的成绩')).toBeTruthy()
  expect(sent()).toEqual([])
  serve({ archivedScores: () => ({ data: [] }) })
  stage(<StudentCorrection examId="8" studentNumber="0999" onClose={() => undefined} />)
  expect(await screen.findByText('没有归档的成绩')).toBeTruthy()
})

test('several students: what is pasted is sent; what is refused stays with its reason', async () => {
  const onClose = vi.fn()
  stage(<BulkCorrection examId="7" onClose={onClose} />)
  type(/更正的成绩/, '0101\t语文\t95\n0102\t语文\t96')
  type(/更正原因/, '复核')
  send()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(new RegExp(NOBODY))).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /更正的成绩/ }).value).toBe('0102\t语文\t96')
  expect(onClose).not.toHaveBeenCalled()
  type(/更正的成绩/, '0103\t语文\t96')
  send()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toHaveLength(2)
})

test('corrections that leave questions and mark apart are counted, and shown alone by one press', async () => {
  const line = { id: '1', examId: '7', studentName: '张一', courseName: '语文', correctionStatus: 2, isSumOff: 1 }
  serve({
    list: ({ path, query }) => {
      const records = path.includes('examscorecorrection') ? [{ ...line, sumNote: '小题合计 93，科目成绩 90' }] : []
      return { data: { records, total: query.has('isSumOff') ? 1 : 9, size: 10, current: 1, pages: 1 } }
    },
  })
  stage(<CorrectionList examId="7" />)
  expect(await screen.findByText(/^1 条更正之后，小题合计与科目成绩不符/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '只看这些' }))
  await waitFor(() => expect(callsTo('list').at(-1)?.query.get('isSumOff')).toBe('1'))
  expect(await screen.findByRole('button', { name: '显示全部' })).toBeTruthy()
})

test('who approves reads whose mark it is, of which course and question, above the reasons', async () => {
  const asked = { id: '1', studentName: '张一', courseName: '语文', questionNo: '3(1)', oldScore: '15', newScore: '16' }
  const page = { records: [{ ...asked, correctionStatus: 1 }], total: 1, size: 20, current: 1, pages: 1 }
  serve({ auditList: () => ({ data: page }) })
  stage(<AuditPage />)
  fireEvent.click(await screen.findByText('15 → 16'))
  expect(await screen.findByRole('heading', { name: '张一 · 语文 · 第3(1)题' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /^选择 .*张一/ })).toBeTruthy()
})

test('who approves in English reads the course and the grade in English', async () => {
  await setLanguage('en')
  const asked = { id: '1', studentName: '张一', courseName: '语文', examGrade: '高三', oldScore: '15', newScore: '16' }
  const page = { records: [{ ...asked, correctionStatus: 1 }], total: 1, size: 20, current: 1, pages: 1 }
  serve({ auditList: () => ({ data: page }) })
  stage(<AuditPage />)
  fireEvent.click(await screen.findByText('15 → 16'))
  const heading = await screen.findByRole('heading', { name: '张一 · Chinese' })
  const paper = heading.closest('article')
  expect(paper?.textContent).toContain('Grade 12')
  expect(paper?.textContent).not.toMatch(/语文|高三/)
})

test('several students: a line that is not whole is named and nothing is sent', async () => {
  stage(<BulkCorrection examId="7" onClose={() => undefined} />)
  type(/更正的成绩/, '0101 语文 95\n0102 语文')
  type(/更正原因/, '复核')
  send()
  expect(await screen.findByText('第 2 行不是考号、科目、成绩三项，也不是考号、科目、题号、得分四项')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('several students: a pasted list is given up only after a yes', async () => {
  const onClose = vi.fn()
  stage(<BulkCorrection examId="7" onClose={onClose} />)
  type(/更正的成绩/, '0101 语文 95')
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('填写的内容还没有保存，确定关闭?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('several students: a line pasted twice and refused twice is told twice', async () => {
  const warned = vi.spyOn(console, 'error')
  stage(<BulkCorrection examId="7" onClose={() => undefined} />)
  type(/更正的成绩/, '0102 语文 96\n0102 语文 96')
  type(/更正原因/, '复核')
  send()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getAllByText(new RegExp(NOBODY))).toHaveLength(2)
  expect(warned.mock.calls.filter(([text]) => /same key/.test(String(text)))).toEqual([])
})

test.each([
  ['those who may ask for corrections', ['examscorecorrection_add'], 1],
  ['nobody else', ['examscorecorrection_view'], 0],
])('the button is there for %s', (_who, rights, buttons) => {
  grant(...rights)
  stage(<CorrectionButton examId="7" studentNumber="0101" />)
  expect(screen.queryAllByRole('button', { name: '更正成绩' })).toHaveLength(buttons)
})
