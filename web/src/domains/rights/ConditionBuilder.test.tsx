import type { RowCondition } from '@xueheng/contract/kit/row-condition.ts'
import { integer, text } from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useState } from 'react'
import { choose, stage } from '../../platform/_stage.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'

const FIELDS = { schoolCode: text('学校'), gradeNo: integer('年级') }

function show(first: RowCondition[] | null = null, fields = Object.entries(FIELDS)): { kept: RowCondition[] } {
  const found = { kept: first ?? [] }
  function Builder() {
    const [value, set] = useState(first)
    return (
      <ConditionBuilder
        fields={fields}
        value={value}
        onChange={(next) => {
          found.kept = next
          set(next)
        }}
      />
    )
  }
  stage(<Builder />)
  return found
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const written = (field: string, values: string[]): RowCondition => ({ field, operator: 'equal', values })

test('a condition is added for the first field, and another field starts it anew', async () => {
  const found = show()
  fireEvent.click(button(/添加条件/))
  expect(found.kept).toEqual([{ field: 'schoolCode', operator: expect.any(String), values: [] }])
  await choose(screen.getByLabelText('字段'), '年级')
  expect(found.kept).toMatchObject([{ field: 'gradeNo', values: [] }])
})

test('without fields there is nothing to add', () => {
  show(null, [])
  expect(button(/添加条件/).disabled).toBe(true)
})

test('a condition goes alone', () => {
  const found = show([written('schoolCode', ['S1']), written('gradeNo', ['3'])])
  fireEvent.click(screen.getAllByRole('button', { name: '删除' })[0] as HTMLElement)
  expect(found.kept).toEqual([written('gradeNo', ['3'])])
})

test('what is compared is written, or comes from who looks, who has no values of his own', async () => {
  const found = show([written('schoolCode', ['S1']), written('gradeNo', ['3'])])
  const [source] = screen.getAllByLabelText('取值')
  expect(screen.getAllByLabelText('值')).toHaveLength(2)
  fireEvent.mouseDown(source as HTMLElement)
  const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
  expect(options[0]?.textContent).toBe('固定值')
  fireEvent.click(options[1] as HTMLElement)
  expect(found.kept[0]).toEqual({ field: 'schoolCode', operator: 'equal', attribute: expect.any(String) })
  expect(found.kept[1]).toEqual(written('gradeNo', ['3']))
  expect(screen.getAllByLabelText('值')).toHaveLength(1)
  await choose(screen.getAllByLabelText('取值')[0] as HTMLElement, '固定值')
  expect(found.kept[0]).toEqual(written('schoolCode', []))
})

test('values are typed, and another comparison keeps them', async () => {
  const found = show([written('schoolCode', ['S1'])])
  const box = screen.getByLabelText('值')
  fireEvent.change(box, { target: { value: 'S2，' } })
  expect(found.kept).toEqual([written('schoolCode', ['S1', 'S2'])])
  fireEvent.mouseDown(screen.getByLabelText('比较'))
  const other = document.querySelector('.ant-select-item-option:not(.ant-select-item-option-selected)')
  fireEvent.click(other as HTMLElement)
  expect(found.kept).toMatchObject([{ field: 'schoolCode', values: ['S1', 'S2'] }])
  expect(found.kept[0]?.operator).not.toBe('equal')
})

test('an attribute of who looks is offered for what is or is not the same alone', () => {
  show([{ field: 'gradeNo', operator: 'ge', values: ['3'] } as RowCondition])
  fireEvent.mouseDown(screen.getByLabelText('取值'))
  expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(1)
})
