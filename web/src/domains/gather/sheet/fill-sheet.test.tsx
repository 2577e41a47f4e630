// @vitest-environment happy-dom
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { FillSheet } from './FillSheet.tsx'
import { STUDENT_SHEET } from './sheet-kinds.ts'

const user = userEvent.setup({ pointerEventsCheck: 0 })
const TASK = {
  id: '5',
  taskName: '学籍核对',
  taskType: 1,
  askedFields: ['phone'],
  requiredFields: [],
  taskStatus: gatherTaskStates.states.open.value,
}

function row(id: string, studentName: string, gatherStatus: number) {
  return {
    id,
    studentName,
    className: '高三(1)班',
    phone: '13800000001',
    gatherStatus,
    updateTime: '2026-09-01 08:00:00',
  }
}

const ROWS = [row('11', '甲', gatherStates.states.draft.value), row('12', '乙', gatherStates.states.waitSchool.value)]

interface Sent {
  rows: { id: string; values: Record<string, string> }[]
  isConfirmed?: number
}

/** Rows under audit are changed only by those who mean it. */
function save({ rows, isConfirmed }: Sent) {
  return rows.map(({ id }) => {
    const isAsked = id === '12' && isConfirmed !== 1
    return { id, isDone: isAsked ? 0 : 1, isAsked: isAsked ? 1 : 0, field: '', message: isAsked ? '乙正在审核' : '' }
  })
}

beforeEach(() => {
  sessionStorage.clear()
  grant('gathertask_view', 'gatherstudent_view', 'gatherstudent_edit')
  const page = (records: object[]) => ({ records, total: records.length, size: 1000, current: 1, pages: 1 })
  serve({
    list: ({ path }) => ({ data: page(path.endsWith('/gatherTask/list') ? [TASK] : ROWS) }),
    saveEach: ({ body }) => ({ data: save(body as unknown as Sent) }),
    dictionary: () => ({ data: [] }),
  })
})

/** Types a telephone into the row of each student. */
async function fill(): Promise<void> {
  stage(<FillSheet kind={STUDENT_SHEET} />)
  for (const row of ['1', '2']) {
    const cell = await screen.findByRole('textbox', { name: `联系电话，第 ${row} 行` })
    fireEvent.change(cell, { target: { value: '13900000009' } })
    fireEvent.keyDown(cell, { key: 'Enter' })
  }
  await user.click(await screen.findByRole('button', { name: '保存2行' }))
  await screen.findByText('其中1行正在审核，修改后从初审重新审核，确定修改?')
}

const sent = () =>
  callsTo('saveEach').map(({ body }) => [(body as unknown as Sent).rows.map(({ id }) => id), body['isConfirmed']])

test('rows under audit are saved once the user says that they are meant, and only those are sent again', async () => {
  await fill()
  expect(sent()).toEqual([[['11', '12'], undefined]])
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  await screen.findByText('已保存2行')
  expect(sent()[1]).toEqual([['12'], 1])
  expect(screen.queryByText(/还没有保存/)).toBeNull()
})

test('rows under audit that are not meant stay typed, and say why they are not saved', async () => {
  await fill()
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  await screen.findByText('已保存1行，1行没有保存，原因见标红处')
  expect(callsTo('saveEach')).toHaveLength(1)
  await waitFor(() => expect(screen.getByText('改了1格，还没有保存；离开也不会丢')).toBeTruthy())
  expect(screen.getByDisplayValue('13900000009')).toBeTruthy()
})
