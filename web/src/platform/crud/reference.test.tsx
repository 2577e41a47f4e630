// @vitest-environment happy-dom
import { defineEntity } from '@xueheng/contract/kit/entity.ts'
import { ref, text } from '@xueheng/contract/kit/field.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { CrudPage } from './CrudPage.tsx'
import { RowFacts } from './RowFacts.tsx'
import { fieldsOf } from './row.ts'
import { grant, serve, stage } from '../_stage.tsx'

const fields = {
  name: text('姓名'),
  parentId: ref('家长', 'userparentinfo'),
  deptId: ref('部门', 'dept', { tree: true }),
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' }),
}
const child = defineEntity('child', { title: '孩子', service: 'test', fields })
const PARENT = '1892345678901234567'
const DEPT = '1892345678901234568'
const ROW = { id: '7', name: '王小芳', parentId: PARENT, deptId: DEPT, schoolCode: 'S9' }

beforeEach(() => {
  grant('child_view', 'child_edit')
  serve({
    list: ({ path }) => ({
      data: path.includes('child') ? { records: [ROW], total: 1, size: 10, current: 1, pages: 1 } : [],
    }),
    tree: () => ({ data: [] }),
    detail: () => ({ data: ROW }),
  })
})

test('a row that the reader may not see has no number in a list; a code stays as it is', async () => {
  stage(<CrudPage entity={child} />)
  expect(await screen.findByText('王小芳')).toBeTruthy()
  expect(screen.getByText('S9')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/\d{18}/)
})

test('nor among the facts of a row', () => {
  stage(<RowFacts fields={fieldsOf(child)} row={ROW} />)
  const facts = [...document.querySelectorAll('dd')].map((one) => one.textContent)
  expect(facts).toEqual(['王小芳', '—', '—', 'S9'])
})

test('a form says that there is one without a name, and keeps it', async () => {
  stage(<CrudPage entity={child} />)
  await userEvent.click(await screen.findByRole('button', { name: /查\s?看/ }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findAllByText('（名称不可见）')).toHaveLength(2)
  expect(dialog.textContent).not.toMatch(/\d{18}/)
})
