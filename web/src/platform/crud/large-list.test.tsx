// @vitest-environment happy-dom
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../_stage.tsx'
import { CrudPage } from './CrudPage.tsx'

const ROWS = [
  { id: '1', studentCode: 'L1', studentName: '王小明', gender: '1', schoolCode: 'S1', stage: '3', enterYear: 2024 },
]

beforeEach(() => {
  grant('basicstudent_view')
  const page = { records: ROWS, total: 1_230_000, size: 10, current: 1, pages: 123_000 }
  serve({
    list: ({ query }) => ({ data: query.get('gradeCode') ? page : { ...page, isEstimated: true } }),
    tree: () => ({ data: [] }),
    dictionary: () => ({ data: [] }),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('a total that is an estimate says so, an exact one does not', async () => {
  stage(<CrudPage entity={basicStudent} />)
  expect(await screen.findByText('约 1,230,000 条')).toBeTruthy()
  cleanup()
  stage(<CrudPage entity={basicStudent} />, '?gradeCode=1')
  expect(await screen.findByText('共 1,230,000 条')).toBeTruthy()
})

test('a large list offers the orders it has an index for and no other', async () => {
  stage(<CrudPage entity={basicStudent} />)
  await screen.findByText('王小明')
  const heads = screen.getAllByRole('columnheader')
  const isSortable = (title: string) =>
    heads.find((head) => head.textContent?.startsWith(title))?.className.includes('ant-table-column-has-sorters')
  expect(['姓名', '学校', '年级'].map(isSortable)).toEqual([true, true, true])
  expect(['性别', '入学年份', '班级'].map(isSortable)).toEqual([false, false, false])
})
