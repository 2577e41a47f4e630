import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked, callsTo, choose, grant, serve, stage } from '../../../platform/_stage.tsx'
import { registry } from '@xueheng/contract'
import { ClassPicker, EntryPicker, FromPicker, PeriodPicker, ToPicker } from './param-pickers.tsx'

const RIGHTS = registry.calls.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []))
const exam = (id: string, beginDate: string, packageVersion = 1) => ({
  id,
  examName: `考试${id}`,
  beginDate,
  packageVersion,
})
const EXAMS = [exam('1', '2026-01-01'), exam('2', '2026-02-01', 0), exam('3', '2026-03-01'), exam('4', '2026-04-01')]

beforeEach(() => {
  localStorage.clear()
  grant(...RIGHTS)
  const classes = [
    { classCode: 'C1', className: '1班' },
    { classCode: 'C2', className: '' },
  ]
  serve({
    list: () => ({ data: { records: classes, total: 2, size: 200, current: 1, pages: 1 } }),
    listall: () => ({ data: EXAMS }),
    findPeriodNameLine: () => ({ data: [{ periodName: '一本' }, { periodName: '二本' }] }),
    findPackageByExamId: () => ({ data: [{ packageVersion: 3 }, { packageVersion: 2 }] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const box = () => screen.getByRole<HTMLInputElement>('combobox')
const placeholder = () => document.querySelector('.ant-select-placeholder')?.textContent

async function offered(): Promise<string[]> {
  fireEvent.mouseDown(box())
  await waitFor(() => expect(document.querySelector('.ant-select-item-option')).not.toBeNull())
  return [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent ?? '')
}

const PROPS = { id: 'x', value: undefined }

test('classes are those of the chosen school, by their code where they have no name', async () => {
  const onChange = vi.fn()
  stage(<ClassPicker {...PROPS} onChange={onChange} values={{ schoolCode: 'S1' }} />)
  expect(placeholder()).toBe('全部')
  expect(await offered()).toEqual(['1班', 'C2'])
  expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ schoolCode: 'S1', size: '200' })
  await choose(box(), '1班')
  expect(onChange.mock.calls[0]?.[0]).toBe('C1')
})

test('without a school there is no class to choose', () => {
  stage(<ClassPicker {...PROPS} onChange={vi.fn()} values={{}} />)
  expect([box().disabled, placeholder(), asked]).toEqual([true, '先选学校', []])
})

test('lines are those of the exam; without one none is asked for', async () => {
  stage(<PeriodPicker {...PROPS} onChange={vi.fn()} values={{ examId: '3' }} />)
  expect(placeholder()).toBe('主要档次')
  expect(await offered()).toEqual(['一本', '二本'])
  stage(<PeriodPicker {...PROPS} onChange={vi.fn()} values={{}} />)
  expect(callsTo('findPeriodNameLine')).toHaveLength(1)
})

test('an exam is compared with earlier ones that have reports', async () => {
  const onChange = vi.fn()
  stage(<EntryPicker {...PROPS} onChange={onChange} values={{ examId: '3' }} />)
  expect(await offered()).toEqual(['考试1'])
  await choose(box(), '考试1')
  expect(onChange.mock.calls[0]?.[0]).toBe('1')
})

test('versions say which is meant when none is chosen; without an exam none is asked for', async () => {
  stage(<FromPicker {...PROPS} onChange={vi.fn()} values={{ examId: '3' }} />)
  expect(placeholder()).toBe('前一版')
  expect(await offered()).toEqual(['第 3 版', '第 2 版'])
  stage(<ToPicker {...PROPS} onChange={vi.fn()} values={{}} />)
  expect(placeholder()).toBe('最新一版')
  expect(callsTo('findPackageByExamId')).toHaveLength(1)
})

test.each([
  ['classes', <ClassPicker key="1" {...PROPS} onChange={vi.fn()} values={{ schoolCode: 'S1' }} />],
  ['lines', <PeriodPicker key="2" {...PROPS} onChange={vi.fn()} values={{ examId: '3' }} />],
  ['versions', <ToPicker key="3" {...PROPS} onChange={vi.fn()} values={{ examId: '3' }} />],
])('who may not read %s does not ask for them', (_name, picker) => {
  grant()
  stage(picker)
  expect(asked).toEqual([])
})
