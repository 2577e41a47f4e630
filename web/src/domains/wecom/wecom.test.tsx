import { AUDIENCE } from '@xueheng/contract/domains/wecom/message.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { ConflictsDialog } from './ConflictsDialog.tsx'
import { RemovedDialog } from './RemovedDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

const CHANGED = {
  kind: 'student',
  rowId: '1',
  name: '甲',
  isGone: 0,
  sides: [{ label: '姓名', ours: '甲', theirs: '' }],
}
const GONE = { kind: 'dept', rowId: '2', name: '高三', isGone: 1, sides: [] }
const REMOVED = [
  { kind: 'student', rowId: '1', name: '甲', text: '本地已删除' },
  { kind: 'student', rowId: '2', name: '乙', text: '本地已删除' },
]
const CORP = { id: '5', corpName: '第一中学' }

let conflicts: object[]
let removed: Answer
let reached: object
const onClose = vi.fn()

beforeEach(() => {
  grant('wecomcorp_decide', 'wecomcorp_erase')
  onClose.mockReset()
  conflicts = [CHANGED, GONE]
  removed = { data: REMOVED }
  reached = { names: ['高三', '高二'], deptNum: 3, studentNum: 40, parentNum: 60, followNum: 50 }
  serve({
    conflicts: () => ({ data: conflicts }),
    decide: () => ({ data: { count: 1 } }),
    removed: () => removed,
    erase: () => ({ data: { jobId: '91' } }),
    list: () => ({ data: { records: [], total: 0, size: 50, current: 1, pages: 0 } }),
    preview: () => ({ data: reached }),
    send: () => ({ data: { jobId: '92' } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })

async function rowOf(name: string): Promise<HTMLElement> {
  return (await screen.findByRole('cell', { name })).closest('tr') as HTMLElement
}

test('both sides of a row stand beside each other; one that is gone there is kept here or goes, too', async () => {
  stage(<ConflictsDialog corpId="5" onClose={onClose} />)
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map((one) => one.textContent)
  expect(cells(await rowOf('甲'))).toEqual(['学生', '甲', '姓名: 甲', '姓名: —'])
  expect(cells(await rowOf('高三'))).toEqual(['部门', '高三', '保留', '平台已删除'])
})

test.each([
  ['用本地的', '以本地的为准，待推送到企业微信，确定?', { side: 1, rowId: '1' }],
  ['用平台的', '以平台的为准，覆盖本地改过的，确定?', { side: 2, rowId: '1' }],
])('one row is decided by 「%s」 after a yes', async (name, question, sent) => {
  stage(<ConflictsDialog corpId="5" onClose={onClose} />)
  fireEvent.click(within(await rowOf('甲')).getByRole('button', { name }))
  await screen.findByText(question)
  expect(callsTo('decide')).toEqual([])
  fireEvent.click(button('确定'))
  await waitFor(() => expect(callsTo('decide')[0]?.body).toMatchObject({ id: '5', ...sent }))
  await waitFor(() => expect(callsTo('conflicts')).toHaveLength(2))
})

test.each([
  ['全部以本地的为准', '全部以本地的为准，待推送到企业微信，确定?'],
  ['全部以平台的为准', '全部以平台的为准，覆盖本地改过的，确定?'],
])('all rows are decided by 「%s」 after another question', async (name, question) => {
  stage(<ConflictsDialog corpId="5" onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText(question)).toBeTruthy()
})

test('whoever may not decide looks only, and without conflicts there is nothing to decide', async () => {
  grant()
  stage(<ConflictsDialog corpId="5" onClose={onClose} />)
  await rowOf('甲')
  expect(screen.queryByRole('button', { name: /本地的/ })).toBeNull()
  grant('wecomcorp_decide')
  conflicts = []
  stage(<ConflictsDialog corpId="5" onClose={onClose} />)
  await screen.findByText('没有两边都改过的数据')
  expect(screen.queryByRole('button', { name: /全部/ })).toBeNull()
})

test('rows are erased on the platform only when some are picked and the name of the corp is typed', async () => {
  stage(<RemovedDialog corp={CORP} onClose={onClose} />)
  const row = await rowOf('乙')
  const main = () => button(/^从企业微信删除/)
  const type = (value: string) => fireEvent.change(screen.getByLabelText('企业名称'), { target: { value } })
  type('第一中学')
  expect(main().disabled).toBe(true)
  fireEvent.click(within(row).getByRole('checkbox'))
  expect(main().textContent).toBe('从企业微信删除1条')
  expect(main().disabled).toBe(false)
  type('第一')
  expect(main().disabled).toBe(true)
  type(' 第一中学 ')
  fireEvent.click(main())
  await waitFor(() => expect(callsTo('erase')[0]?.body).toMatchObject({ id: '5', ids: '2' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('nothing is to be typed where nothing was removed', async () => {
  removed = { data: [] }
  stage(<RemovedDialog corp={CORP} onClose={onClose} />)
  await screen.findByText('本地删除的数据，企业微信里也没有了')
  expect(screen.queryByLabelText('企业名称')).toBeNull()
})

test('a failed look is said and tried again', async () => {
  removed = { code: 500, msg: '系统出错' }
  stage(<RemovedDialog corp={CORP} onClose={onClose} />)
  const again = await screen.findByRole('button', { name: '重试' })
  removed = { data: REMOVED }
  fireEvent.click(again)
  expect(await rowOf('甲')).toBeTruthy()
})

const facts = () => [...document.querySelectorAll('.ant-descriptions-item-label')].map((one) => one.textContent)

test.each([
  [AUDIENCE.parents, ['消息标题', '部门', '家长']],
  [AUDIENCE.students, ['消息标题', '部门', '学生']],
  [AUDIENCE.both, ['消息标题', '部门', '学生', '家长']],
  [AUDIENCE.members, ['消息标题', '部门', '发给']],
])('a message for audience %i says whom it reaches before it is sent', async (audience, shown) => {
  stage(<SendDialog message={{ id: '8', title: '放假', audience }} onClose={onClose} />)
  await screen.findByText('放假')
  expect(facts()).toEqual(shown)
  expect(screen.getByText('高三、高二…')).toBeTruthy()
  fireEvent.click(button('发给3个部门'))
  await waitFor(() => expect(callsTo('send')[0]?.body).toEqual({ id: '8' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a message that reaches no department is not sent', async () => {
  reached = { ...reached, names: [], deptNum: 0 }
  stage(<SendDialog message={{ id: '8', title: '放假', audience: AUDIENCE.members }} onClose={onClose} />)
  await screen.findByText('放假')
  expect(button('发给0个部门').disabled).toBe(true)
})
