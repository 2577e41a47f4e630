import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { ArrangeDesk } from './ArrangeDesk.tsx'

const GRID = { seatRows: 2, seatCols: 2, examRoomSeatNum: 4, disabledSeats: null }
const PLAN = {
  ...GRID,
  id: '7',
  taskName: '期末编排',
  studyYear: 2025,
  updateTime: '2026-05-01 08:00:00',
  seatMode: 1,
  neighbours: 4,
  isSchoolApart: 0,
  maxSchoolShare: null,
  studentNum: 3,
  conflictNum: 0,
  seed: 11,
  codeTemplate: '[考场3][座位2]',
  codeStart: 1,
  codeScope: 1,
}
const ROOM = { id: '1', examRoomNo: '001', examPointName: '一中', isSpare: 0, actualNum: 3, ...GRID }

function sits(no: number, studentName: string, examClass: string) {
  const seatCol = no > 2 ? 2 : 1
  const seat = { examRoomNo: '001', examRoomSeatNum: no, seatRow: no === 2 || no === 3 ? 2 : 1, seatCol }
  return {
    id: String(100 + no),
    studentName,
    schoolCode: 'A',
    schoolName: '一中',
    examClass,
    conflictMsg: null,
    ...seat,
  }
}
/** In front 甲 and an empty seat, behind them 乙 and 丙. */
const PEOPLE = [sits(1, '甲', '1班'), sits(2, '乙', '2班'), sits(3, '丙', '1班')]

const pageOf = (records: object[]) => ({ records, total: records.length, size: 10, current: 1, pages: 1 })

/** Sixty rooms, as many of them as are asked for at once. */
function roomsFor(query: URLSearchParams): object {
  const rooms = Array.from({ length: 60 }, (_none, n) => ({
    ...ROOM,
    id: String(n + 1),
    examRoomNo: String(n + 1).padStart(3, '0'),
  }))
  const found = rooms.filter(
    ({ examRoomNo: no }) => no.includes(query.get('examRoomNo') ?? '') && no === (query.get('examRoomNo_equal') ?? no),
  )
  return { ...pageOf(found.slice(0, Number(query.get('size')))), total: found.length }
}

function open(arrangeStatus: number, other: Parameters<typeof serve>[0] = {}): void {
  serve({
    detail: () => ({ data: { ...PLAN, arrangeStatus } }),
    list: ({ path, query }) =>
      path.includes('Room/') ? { data: roomsFor(query) } : { data: pageOf(path.includes('Student/') ? PEOPLE : []) },
    swapSeats: () => ({ data: { conflictNum: 2 } }),
    printPaper: () => ({ data: { jobId: '9' } }),
    lock: () => ({ data: true }),
    submit: () => ({ data: PLAN }),
    execArrangeCodeRule: () => ({ data: { numbered: 3, first: '00101', last: '00103' } }),
    ...other,
  })
  stage(<ArrangeDesk taskId="7" />)
}

/** An answer that comes when it is told to. */
function deferred() {
  let resolve = (): void => undefined
  const promise = new Promise<{ data: object }>((done) => {
    resolve = () => done({ data: { jobId: '9' } })
  })
  return { promise, resolve: () => resolve() }
}

/** Jobs are told by nobody here. */
class SilentSource {
  addEventListener(): void {}
  close(): void {}
}

const seatOf = (name: RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentSource)
  localStorage.clear()
  resetTabs()
  const entities = ['examarrangetask', 'examarrangetaskroom', 'examarrangetaskstudent']
  const rights = entities.flatMap((name) => ['view', 'add', 'edit', 'delete'].map((action) => `${name}_${action}`))
  grant(...rights, 'examarrangetask_print')
})
afterEach(() => vi.unstubAllGlobals())

describe('the desk of a plan', () => {
  test('offers what its state allows, and shows the next step', async () => {
    open(1)
    const steps = within(await screen.findByRole('list', { name: '编排的各步' }))
    expect(steps.getByText('考场').closest('li')?.getAttribute('aria-current')).toBe('step')
    expect(steps.getByRole('button', { name: '建立考场' })).toBeTruthy()
    expect(steps.queryByRole('button', { name: '编考号' })).toBeNull()
    expect(steps.queryByRole('button', { name: '锁定' })).toBeNull()
  })

  test('asks before rooms that stand are made anew', async () => {
    open(2)
    expect(await screen.findByText('60个考场')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '建立考场' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
    expect(await screen.findByText('原有考场、座位和考号将清除，确定继续?')).toBeTruthy()
    expect(callsTo('initExamRoom')).toHaveLength(0)
  })

  test('locks the plan after a question', async () => {
    open(4)
    fireEvent.click(await screen.findByRole('button', { name: '锁定' }))
    fireEvent.click(await screen.findByRole('button', { name: '确定' }))
    await waitFor(() => expect(callsTo('lock')).toHaveLength(1))
  })

  test('does not arrange seats again while they are being arranged', async () => {
    const { promise, resolve } = deferred()
    open(2, { arrangeSeats: () => promise })
    const button = await screen.findByRole('button', { name: '排座' })
    fireEvent.click(button)
    await waitFor(() => expect(button.className).toContain('ant-btn-loading'))
    fireEvent.click(button)
    resolve()
    await waitFor(() => expect(button.className).not.toContain('ant-btn-loading'))
    expect(callsTo('arrangeSeats')).toHaveLength(1)
  })

  test('shows what a template makes while it is typed, keeps back one that is wrong, saves it and numbers', async () => {
    open(3)
    fireEvent.click(await screen.findByRole('button', { name: '编考号' }))
    const dialog = within(await screen.findByRole('dialog'))
    const input = dialog.getByLabelText('考号模板')
    expect(dialog.getByText('示例 01207')).toBeTruthy()
    fireEvent.change(input, { target: { value: '26[考场3]' } })
    fireEvent.click(dialog.getByRole('button', { name: '编考号' }))
    expect(await dialog.findByText(/否则考号会重复$/)).toBeTruthy()
    expect(callsTo('submit')).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: '座位' }))
    expect(dialog.getByText('示例 260127')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '编考号' }))
    await waitFor(() => expect(callsTo('execArrangeCodeRule')).toHaveLength(1))
    expect(callsTo('submit')[0]?.body['codeTemplate']).toBe('26[考场3][座位]')
  })

  test('takes the first template again after another one was saved and its numbers refused', async () => {
    let saved: object = { ...PLAN, arrangeStatus: 3 }
    open(3, {
      detail: () => ({ data: saved }),
      submit: ({ body }) => {
        saved = { ...saved, ...body, updateTime: '2026-05-01 09:00:00' }
        return { data: saved }
      },
      execArrangeCodeRule: () => ({ code: 400, msg: '模板编出2个重复的考号' }),
    })
    fireEvent.click(await screen.findByRole('button', { name: '编考号' }))
    const dialog = within(await screen.findByRole('dialog'))
    const number = (template: string) => {
      fireEvent.change(dialog.getByLabelText('考号模板'), { target: { value: template } })
      fireEvent.click(dialog.getByRole('button', { name: '编考号' }))
    }
    number('[学籍号2]')
    expect(await dialog.findByText('模板编出2个重复的考号')).toBeTruthy()
    number(PLAN.codeTemplate)
    await waitFor(() => expect(callsTo('execArrangeCodeRule')).toHaveLength(2))
    expect(callsTo('submit')[1]?.body).toMatchObject({
      codeTemplate: PLAN.codeTemplate,
      updateTime: '2026-05-01 09:00:00',
    })
  })
})

test('a paper is printed as a job for a reason', async () => {
  open(4)
  fireEvent.click(await screen.findByRole('button', { name: '印制材料' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByLabelText('准考证'))
  fireEvent.change(dialog.getByLabelText(/理由/), { target: { value: '考前发放准考证' } })
  fireEvent.click(dialog.getByRole('button', { name: '开始印制' }))
  await waitFor(() => expect(callsTo('printPaper')).toHaveLength(1))
  expect(callsTo('printPaper')[0]?.body).toEqual({
    id: '7',
    paper: 'admission',
    format: 'pdf',
    reason: '考前发放准考证',
  })
})

describe('the seat plan', () => {
  test('names the conflicts of both seats before two candidates are exchanged, and takes the exchange back', async () => {
    open(4)
    fireEvent.click(await seatOf(/甲/))
    fireEvent.mouseEnter(await seatOf(/乙/))
    expect(screen.getByText('甲：与3号同班相邻')).toBeTruthy()
    fireEvent.click(await seatOf(/乙/))
    await waitFor(() => expect(callsTo('swapSeats')).toHaveLength(1))
    expect(callsTo('swapSeats')[0]?.body).toEqual({ id: '101', examRoomNo: '001', examRoomSeatNum: 2 })
    await waitFor(() => expect(screen.getByRole('button', { name: '撤销对调' }).hasAttribute('disabled')).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: '撤销对调' }))
    await waitFor(() => expect(callsTo('swapSeats')).toHaveLength(2))
    expect(callsTo('swapSeats')[1]?.body).toEqual({ id: '101', examRoomNo: '001', examRoomSeatNum: 1 })
  })

  test('exchanges by dragging', async () => {
    open(4)
    const dataTransfer = new DataTransfer()
    fireEvent.dragStart(await seatOf(/丙/), { dataTransfer })
    fireEvent.dragEnter(await seatOf(/^4/))
    expect(await screen.findByText('丙：与1号同班相邻')).toBeTruthy()
    fireEvent.drop(await seatOf(/^4/), { dataTransfer })
    await waitFor(() => expect(callsTo('swapSeats')[0]?.body).toMatchObject({ id: '103', examRoomSeatNum: 4 }))
  })

  test('is walked by the arrows of the keyboard, and Esc lets go', async () => {
    open(4)
    const first = await seatOf(/甲/)
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('乙')
    fireEvent.click(first)
    expect(first.getAttribute('aria-pressed')).toBe('true')
    fireEvent.keyDown(first, { key: 'Escape' })
    expect(first.getAttribute('aria-pressed')).toBe('false')
  })

  test('finds a room that is not among the first by its number', async () => {
    open(4)
    await seatOf(/甲/)
    const choice = screen.getByRole('combobox', { name: '考场' })
    fireEvent.mouseDown(choice)
    expect(await screen.findByText('还有10个，请输入考场号或考点查找')).toBeTruthy()
    fireEvent.change(choice, { target: { value: '057' } })
    fireEvent.click(await screen.findByText('第057考场 · 一中 · 3人'))
    expect(await screen.findByRole('group', { name: '第057考场' })).toBeTruthy()
    const wanted = callsTo('list').filter(({ path }) => path.includes('Student/'))
    expect(wanted.at(-1)?.query.get('examRoomNo_equal')).toBe('057')
  })

  test('of a published plan stays as it is', async () => {
    open(6)
    fireEvent.click(await seatOf(/甲/))
    fireEvent.click(await seatOf(/乙/))
    expect(callsTo('swapSeats')).toHaveLength(0)
  })
})
