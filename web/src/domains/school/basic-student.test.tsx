// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { madeRow } from '../../../../contract/test/made-row.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './basic-student.page.tsx'

const STUDENT = { ...madeRow(basicStudent, 5), schoolCode: 'S1', classCode: 'C1', className: '三年一班' }
const CLASSES = [
  { id: '1', classCode: 'C1', className: '三年一班' },
  { id: '2', classCode: 'C2', className: '三年二班' },
]
const pageOf = (records: object[]) => ({ records, total: records.length, size: 10, current: 1, pages: 1 })

beforeEach(() => {
  localStorage.clear()
  grant('basicstudent_view', 'basicstudent_edit', 'schoolclasses_view', 'basicschool_view')
  serve({
    list: ({ path }) => ({ data: pageOf(path.includes('school_classes') ? CLASSES : [STUDENT]) }),
    detail: () => ({ data: STUDENT }),
    dictionary: () => ({ data: [{ dictKey: '1', dictValue: '甲' }] }),
    tree: () => ({ data: [] }),
    submit: () => ({ data: STUDENT }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function openForm(): Promise<HTMLElement> {
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '编辑' }))
  return screen.findByRole('dialog')
}

test('the class of a student is picked among those of the school, and its name goes along', async () => {
  const form = await openForm()
  const box = await within(form).findByRole('combobox', { name: '班级代码' })
  await waitFor(() => expect(callsTo('list').some(({ query }) => query.get('schoolCode_equal') === 'S1')).toBe(true))
  fireEvent.mouseDown(box)
  fireEvent.click(await screen.findByText('三年二班 · C2'))
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: '班级' }).value).toBe('三年二班')
})

test('who may not read classes types the code', async () => {
  grant('basicstudent_view', 'basicstudent_edit')
  const form = await openForm()
  const input = await within(form).findByRole<HTMLInputElement>('textbox', { name: '班级代码' })
  expect(input.value).toBe('C1')
  expect(callsTo('list').filter(({ path }) => path.includes('school_classes'))).toEqual([])
})
