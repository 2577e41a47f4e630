// @vitest-environment happy-dom
import { briefPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { PaperTool } from './PaperTool.tsx'

const answers: Record<string, (call: Asked) => Answer> = {
  brief: () => ({ data: { jobId: '7' } }),
  studentSheet: () => ({ data: { jobId: '8' } }),
  list: () => ({ data: { records: [], total: 0 } }),
  dictionary: () => ({ data: [] }),
  tree: () => ({ data: [] }),
}
const user = userEvent.setup({ pointerEventsCheck: 0 })
const tool = () => stage(<PaperTool examId="5" units={{ areaCode: '990101' }} />)

beforeEach(() => {
  localStorage.clear()
  serve(answers)
})
afterEach(() => vi.unstubAllGlobals())

test('who may print nothing has no button', () => {
  grant('examinfo_view')
  tool()
  expect(screen.queryByRole('button', { name: '印制报告' })).toBeNull()
})

test('a paper without students is printed of the units of the screen, and asks for no reason', async () => {
  grant(briefPaper.permission)
  tool()
  await user.click(screen.getByRole('button', { name: '印制报告' }))
  expect(await screen.findByRole('radio', { name: /一页简报/ })).toHaveProperty('checked', true)
  expect(screen.queryByRole('radio', { name: /学生成绩单/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Excel' }))
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  await waitFor(() => expect(callsTo('paper/brief')).toHaveLength(1))
  expect(callsTo('paper/brief')[0]?.body).toEqual({ examId: '5', areaCode: '990101', format: 'xlsx' })
  await waitFor(() => expect(callsTo('job/list').length).toBeGreaterThan(0))
})

test('sheets of students are printed only once a reason is given', async () => {
  grant(briefPaper.permission, studentPaper.permission)
  tool()
  await user.click(screen.getByRole('button', { name: '印制报告' }))
  await user.click(await screen.findByRole('radio', { name: /学生成绩单/ }))
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  expect(await screen.findByText('请填写理由，至少4个字')).toBeTruthy()
  expect(callsTo('paper/studentSheet')).toHaveLength(0)
  await user.type(screen.getByLabelText('导出个人信息的理由（将记入操作日志）'), '家长会发放')
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  await waitFor(() => expect(callsTo('paper/studentSheet')).toHaveLength(1))
  expect(callsTo('paper/studentSheet')[0]?.body).toMatchObject({ examId: '5', format: 'pdf', reason: '家长会发放' })
})

describe('the texts of a paper', () => {
  const generated = '班级综合值最高的是2班。'
  const plain = { part: 'overall', title: '联考总体', generated, text: generated, isEdited: false, staleText: '' }
  const unread = { editUserName: '', editTime: '', version: '' }
  const byOther = { editUserName: '李主任', editTime: '2026-01-06 09:30:00', version: '7' }
  const open = async (text: object) => {
    const documents = [{ document: 'd1', name: '一中', isEdited: false }]
    const data = { total: 1, documents, document: 'd1', texts: [{ ...plain, ...unread, ...text }] }
    serve({ ...answers, texts: () => ({ data }), editText: () => ({ data: true }) })
    grant(briefPaper.permission)
    tool()
    await user.click(screen.getByRole('button', { name: '印制报告' }))
    await user.click(await screen.findByRole('button', { name: '核对与改写' }))
    return screen.findByLabelText('联考总体')
  }
  const sent = () => callsTo('paper/brief/editText')[0]?.body
  const read = { examId: '5', areaCode: '990101', document: 'd1', part: 'overall', generated }

  test('are those of the units of the form, and are kept with what was read', async () => {
    const box = await open({})
    expect(callsTo('paper/brief/texts')[0]?.query.get('areaCode')).toBe('990101')
    expect(screen.getByRole('button', { name: '保存文字' })).toHaveProperty('disabled', true)
    await user.clear(box)
    await user.type(box, '总体平稳。')
    await user.click(screen.getByRole('button', { name: '保存文字' }))
    await waitFor(() => expect(sent()).toEqual({ ...read, version: '', text: '总体平稳。' }))
  })

  test('are those of one document: what was typed for another is asked about, and given up', async () => {
    const texts = ({ query }: Asked) => {
      const document = query.get('document') ?? 'd1'
      const text = { ...plain, ...unread, text: `${document}的文字`, generated: `${document}的文字` }
      const documents = ['一中', '二中'].map((name, at) => ({ document: `d${at + 1}`, name, isEdited: false }))
      return { data: { total: 2, documents, document, texts: [text] } }
    }
    serve({ ...answers, texts })
    grant(briefPaper.permission)
    tool()
    await user.click(screen.getByRole('button', { name: '印制报告' }))
    await user.click(await screen.findByRole('button', { name: '核对与改写' }))
    await user.type(await screen.findByLabelText('联考总体'), '！')
    await user.click(screen.getByLabelText('文档'))
    await user.click(await screen.findByTitle('二中'))
    expect(await screen.findByText('改写的文字还没有保存，确定离开?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^确\s?定$/ }))
    await waitFor(() => expect(screen.getByLabelText('联考总体')).toHaveProperty('value', 'd2的文字'))
  })

  test('tell who put them into other words, and go back to the generated ones', async () => {
    await open({ ...byOther, text: '总体平稳。', isEdited: true })
    expect(screen.getByText('由李主任于2026-01-06 09:30改写。生成的文字：')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '恢复为生成的文字' }))
    await user.click(await screen.findByRole('button', { name: /^确\s?定$/ }))
    await waitFor(() => expect(sent()).toEqual({ ...read, version: '7' }))
  })

  test('say that words no longer fit the figures, and take them over again', async () => {
    const box = await open({ ...byOther, staleText: '总体平稳。' })
    expect(box).toHaveProperty('value', generated)
    expect(screen.getByText('数据已更新')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '沿用这段文字' }))
    await user.click(screen.getByRole('button', { name: '保存文字' }))
    await waitFor(() => expect(sent()).toEqual({ ...read, version: '7', text: '总体平稳。' }))
  })
})
