import { fireEvent, screen, waitFor } from '@testing-library/react'
import { taskStudentsFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { TakeOverDialog } from './TakeOverDialog.tsx'

const LEFT = { reason: '还没有校对：草稿', num: 7, names: ['甲', '乙', '丙', '丁', '戊'] }
const OUTCOME = { fresh: 3, changed: 1, unchanged: 0, leftNum: 7, leftOut: [LEFT] }

let outcome = OUTCOME

beforeEach(() => {
  outcome = OUTCOME
  grant('examtaskstudent_add')
  serve({
    importStudentFromGather: () => ({ data: outcome }),
    list: () => ({ data: { records: [], total: 0, size: 10, current: 1, pages: 0 } }),
    dictionary: () => ({ data: [] }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const onClose = vi.fn()
const open = () =>
  stage(
    <TakeOverDialog
      call={taskStudentsFromGather}
      given={{ taskId: '7', gatherTaskId: '8', schoolCode: null }}
      changes={[]}
      onClose={onClose}
    />,
  )

test('is shown by its numbers first, with who is left out, and taken over only then', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '下一步' }))
  await screen.findByText('还没有校对：草稿')
  screen.getByText('甲、乙、丙、丁、戊…')
  expect(callsTo('importStudentFromGather').map(({ body }) => body)).toMatchObject([{ taskId: '7', isTrial: 1 }])
  fireEvent.click(screen.getByRole('button', { name: '带入4条' }))
  await waitFor(() => expect(callsTo('importStudentFromGather')).toHaveLength(2))
  expect(callsTo('importStudentFromGather')[1]?.body).not.toHaveProperty('isTrial')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('offers nothing where nothing would come', async () => {
  outcome = { ...OUTCOME, fresh: 0, changed: 0 }
  open()
  fireEvent.click(await screen.findByRole('button', { name: '下一步' }))
  await screen.findByText('还没有校对：草稿')
  expect(screen.getByRole('button', { name: '带入0条' }).hasAttribute('disabled')).toBe(true)
})
