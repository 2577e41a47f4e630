import { decimal } from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../_stage.tsx'
import { RangeInput } from './RangeInput.tsx'

const onChange = vi.fn()
beforeEach(() => onChange.mockReset())

const show = (value?: unknown) =>
  stage(<RangeInput id="score" field={decimal('分数')} value={value} onChange={onChange} />)
const ends = () => screen.getAllByRole<HTMLInputElement>('textbox')
const type = (at: number, value: string) => fireEvent.change(ends()[at] as HTMLElement, { target: { value } })

test('a range is open at both ends until something is typed', () => {
  show()
  expect(ends().map(({ value, placeholder }) => [value, placeholder])).toEqual([
    ['', '最小'],
    ['', '最大'],
  ])
  type(0, '60')
  type(1, '90.5')
  expect(onChange.mock.calls).toEqual([[['60', '']], [['', '90.5']]])
})

test('one end changes and the other stays', () => {
  show(['60', '90'])
  expect(ends().map(({ value }) => value)).toEqual(['60', '90'])
  type(0, '')
  type(1, '100')
  expect(onChange.mock.calls).toEqual([[['', '90']], [['60', '100']]])
})

test('the label belongs to the lower end; the upper one has a name of its own', () => {
  show()
  expect([ends()[0]?.id, screen.getByLabelText('最大')]).toEqual(['score', ends()[1]])
})
