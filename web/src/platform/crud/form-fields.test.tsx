import type { Field } from '@xueheng/contract/kit/field.ts'
import {
  date,
  dateTime,
  decimal,
  dict,
  flag,
  icon,
  image,
  integer,
  json,
  paragraph,
  ref,
  text,
} from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../_stage.tsx'
import { setLanguage } from '../i18n/i18n.ts'
import type { FormMode, Values } from '../form/values.ts'
import { FormFields } from './FormFields.tsx'
import { viewOf } from './fields/kinds.ts'
import { FieldFilter } from './SearchForm.tsx'

const finish = vi.fn<(values: Values) => void>()

beforeEach(() => {
  localStorage.clear()
  finish.mockReset()
  grant('basicschool_view', 'post_view')
  serve({
    dictionary: () => ({
      data: [
        { dictKey: '11', dictValue: '青川县' },
        { dictKey: '12', dictValue: '东湖区' },
      ],
    }),
    tree: () => ({ data: [{ id: '1', value: 'S1', title: '一中' }] }),
    list: () => ({ data: { records: [{ id: '5', postName: '教研员' }], total: 1 } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(field: Field, mode: FormMode = 'add', value?: unknown, more: object = {}): Promise<void> {
  stage(
    <Form onFinish={finish} initialValues={{ one: value }}>
      <FormFields fields={[['one', field]]} mode={mode} {...more} />
      <Button htmlType="submit">send</Button>
    </Form>,
  )
  await waitFor(() => expect(document.querySelector('.crud-opening')).toBeNull())
  await screen.findAllByText(new RegExp(field.label))
}

const fault = () => document.querySelector('.ant-form-item-explain-error')?.textContent
const option = (name: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option, .ant-select-tree-node-content-wrapper')].find(
      (one) => one.textContent === name,
    )
    expect(found).toBeTruthy()
    return found as HTMLElement
  })

async function sent(): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(finish).toHaveBeenCalled())
  return finish.mock.calls.at(-1)?.[0]['one']
}

const type = async (value: string) => fireEvent.change(await screen.findByLabelText(/^值/), { target: { value } })

test.each<[string, Field, string, unknown]>([
  ['a text', text('值'), 'abc', 'abc'],
  ['a paragraph', paragraph('值'), 'a\nb', 'a\nb'],
  ['a whole number', integer('值'), '12', 12],
  ['a decimal keeps its digits', decimal('值', { scale: 2 }), '12.340', '12.34'],
  ['a structured value', json('值'), '{"a":1}', { a: 1 }],
])('%s is typed and sent as its kind', async (_title, field, typed, value) => {
  await show(field)
  if (typeof value === 'number' || field.kind === 'decimal') await screen.findByRole('spinbutton')
  await type(typed)
  const one = await sent()
  expect(field.kind === 'decimal' ? Number(one) : one).toEqual(field.kind === 'decimal' ? Number(value) : value)
})

test('a structured value that is no JSON stays as it was typed; an empty one is nothing', async () => {
  await show(json('值'), 'edit', { a: 1 })
  expect((await screen.findByLabelText<HTMLTextAreaElement>('值')).value).toBe('{\n  "a": 1\n}')
  await type('')
  expect(await sent()).toBeNull()
})

test('a flag is turned on and off as 1 and 0', async () => {
  await show(flag('值'))
  fireEvent.click(await screen.findByRole('switch'))
  expect(await sent()).toBe(1)
  fireEvent.click(screen.getByRole('switch'))
  expect(await sent()).toBe(0)
})

test.each<[string, Field, string, unknown]>([
  ['a key of a dictionary', dict('值', 'exam_area'), '东湖区', '12'],
  ['keys of a dictionary', dict('值', 'exam_area', { multiple: true }), '东湖区', ['12']],
  ['a row of a list', ref('值', 'post'), '教研员', '5'],
  ['a row of a forest', ref('值', 'basicSchool', { tree: true, value: 'schoolCode' }), '一中', 'S1'],
])('%s is picked by its label', async (_title, field, label, value) => {
  await show(field)
  fireEvent.mouseDown(await screen.findByRole('combobox'))
  fireEvent.click(await option(label))
  expect(await sent()).toEqual(value)
})

test('rows are looked for on the server while their label is typed', async () => {
  await show(ref('值', 'post'))
  const box = await screen.findByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: '教' } })
  await waitFor(() => expect(callsTo('list').at(-1)?.query.get('postName')).toBe('教'))
})

test('an icon is picked by a part of its name', async () => {
  await show(icon('值'))
  const box = await screen.findByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: 'Bank' } })
  fireEvent.click(await waitFor(() => document.querySelector('.ant-select-item-option') as HTMLElement))
  expect(await sent()).toMatch(/Bank/)
})

test.each<[string, Field, string]>([
  ['a day', date('值'), '2026-03-01'],
  ['a moment', dateTime('值'), '2026-03-01 08:09:10'],
])('%s is typed in figures', async (_title, field, typed) => {
  await show(field)
  const box = await screen.findByLabelText<HTMLInputElement>('值')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: typed } })
  fireEvent.blur(box)
  expect(box.value).toBe(typed)
})

test('pictures are taken away singly, and only so many are taken', async () => {
  await show(image('值', { max: 2 }), 'edit', '/a.png,/b.png')
  await waitFor(() => expect(screen.getAllByRole('button', { name: '移除图片' })).toHaveLength(2))
  expect(screen.queryByText('上传图片')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: '移除图片' })[0] as HTMLElement)
  expect(await sent()).toBe('/b.png')
  expect(screen.getByText('上传图片')).toBeTruthy()
  await show(image('值'), 'view', '/a.png')
  await screen.findByAltText('值')
  expect(screen.queryByRole('button', { name: '移除图片' })).toBeNull()
})

test.each<[Field]>([
  [text('值')],
  [paragraph('值')],
  [integer('值')],
  [decimal('值')],
  [flag('值')],
  [dict('值', 'exam_area')],
  [ref('值', 'post')],
  [date('值')],
  [json('值')],
  [icon('值')],
])('the kind of %o cannot be changed where it is only looked at, or was fixed when the row was made', async (field) => {
  const isOff = async () => {
    const control = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('form :is(input, textarea, [role=switch])')
      expect(found).toBeTruthy()
      return found
    })
    return control?.disabled
  }
  await show(field, 'view')
  expect(await isOff()).toBe(true)
  await show({ ...field, editable: 'add' } as Field, 'edit')
  expect(await isOff()).toBe(true)
  await show({ ...field, editable: 'add' } as Field, 'add')
  expect(await isOff()).toBe(false)
})

test.each<[Field]>([
  [text('值', { required: true })],
  [paragraph('值', { required: true })],
  [integer('值', { required: true })],
  [dict('值', 'exam_area', { required: true })],
  [ref('值', 'post', { required: true })],
  [date('值', { required: true })],
])('nothing asks for a value of %o where nothing can be typed', async (field) => {
  const asked = () => document.querySelector('form')?.innerHTML.match(/请(输入|选择)值/)
  await show(field, 'view')
  await waitFor(() => expect(document.querySelector('form :is(input, textarea)')).toBeTruthy())
  expect(asked()).toBeNull()
  expect(document.querySelector('.ant-form-item-required')).toBeNull()
  document.body.innerHTML = ''
  await show(field, 'add')
  await waitFor(() => expect(asked()).toBeTruthy())
})

test('a required value is asked for in its own words, and marked', async () => {
  await show(text('值', { required: true, message: '请写上值' }))
  expect(document.querySelector('.ant-form-item-required')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(fault()).toBe('请写上值'))
  expect(finish).not.toHaveBeenCalled()
  await show(text('值'))
  expect(document.querySelector('.ant-form-item-required')).toBeNull()
})

test('a further check sees only values that hold, and its words stand at the field', async () => {
  const check = vi.fn(async (value: unknown) => (value === 'taken' ? '已被使用' : undefined))
  await show(text('值', { required: true }), 'add', undefined, { checks: { one: check } })
  fireEvent.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(fault()).toBe('请输入值'))
  expect(check).not.toHaveBeenCalled()
  await type('taken')
  fireEvent.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(fault()).toBe('已被使用'))
  await type('free')
  expect(await sent()).toBe('free')
})

test('the help of a field gives way to what stands below it', async () => {
  const field = text('值', { help: '不多于三个字' })
  await show(field)
  expect(screen.getByText('不多于三个字')).toBeTruthy()
  await show(field, 'edit', 'x', { below: (name: string): ReactNode => `below ${name}` })
  expect(screen.getByText('below one')).toBeTruthy()
  expect(screen.queryByText('不多于三个字')).toBeNull()
})

const found = vi.fn<(value: unknown) => void>()

function Filter({ field }: { field: Field }) {
  const [value, setValue] = useState<unknown>()
  return (
    <FieldFilter
      id="f"
      field={field}
      value={value}
      onChange={(next) => {
        setValue(next)
        found(next)
      }}
    />
  )
}

test('a number is looked for as a number: letters are not taken', async () => {
  stage(<Filter field={integer('值')} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '1a2' } })
  expect(found).toHaveBeenLastCalledWith('12')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12')
})

test('a range is looked for by both its ends, each kept while the other is typed', () => {
  stage(<Filter field={integer('值', { search: 'range' })} />)
  const [from, to] = screen.getAllByRole('textbox')
  fireEvent.change(from as HTMLElement, { target: { value: '1' } })
  fireEvent.change(to as HTMLElement, { target: { value: '9' } })
  expect(found).toHaveBeenLastCalledWith(['1', '9'])
})

test('a flag is looked for as yes, no or both; what may carry several keys by one of them', async () => {
  stage(<Filter field={flag('值')} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await option('否'))
  expect(found.mock.calls.at(-1)?.[0]).toBe('0')
  stage(<Filter field={dict('值', 'exam_area', { multiple: true })} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await option('青川县'))
  expect(found.mock.calls.at(-1)?.[0]).toBe('11')
})

const LABELS = new Map([
  ['11', '青川县'],
  ['12', '东湖区'],
])

test.each<[Field, unknown, string]>([
  [text('值'), null, ''],
  [text('值'), 0, '0'],
  [integer('值'), null, ''],
  [integer('值'), 0, '0'],
  [decimal('值', { scale: 2 }), 1.005, '1.01'],
  [date('值'), '2026-03-01 08:00:00', '2026-03-01'],
  [dateTime('值'), '2026-03-01 08:00:00', '2026-03-01 08:00:00'],
  [dateTime('值'), null, ''],
  [dict('值', 'x'), '11,12', '青川县、东湖区'],
  [dict('值', 'x'), ['11', '99'], '青川县、99'],
  [dict('值', 'x'), '', ''],
  [flag('值'), 1, '是'],
  [flag('值'), '0', '否'],
  [flag('值'), null, ''],
  [json('值'), { a: 1 }, '{"a":1}'],
  [json('值'), 'plain', 'plain'],
  [image('值'), '', ''],
])('a cell of %o shows %o as %s', (field, value, shown) => {
  stage(<p>{viewOf(field).Cell({ value, field, labels: LABELS })}</p>)
  expect(document.querySelector('p')?.textContent).toBe(shown)
})

test('a cell of a course the product knows speaks the language of the reader; one that somebody made up stays', async () => {
  await setLanguage('en')
  const field = text('科目', { isWorded: true })
  const shown = (value: string, of = field) => viewOf(of).Cell({ value, field: of, labels: LABELS })
  expect(['语文', '总分', '英语、日语', '整卷', '校本课程甲'].map((value) => shown(value))).toEqual([
    'Chinese',
    'Total',
    'English, Japanese',
    'Whole paper',
    '校本课程甲',
  ])
  expect(shown('语文', text('姓名'))).toBe('语文')
  await setLanguage('zh')
  expect(shown('语文')).toBe('语文')
})

test('no number stands in place of a name that is on its way, for rows, trees and entries alike', async () => {
  const arrive: (() => void)[] = []
  const later = (data: unknown) => async () => {
    await new Promise<void>((resolve) => arrive.push(resolve))
    return { data }
  }
  serve({
    list: later({ records: [{ id: '5', postName: '教研员' }], total: 1 }),
    tree: later([{ id: '1', value: '1', title: '一中' }]),
    dictionary: later([{ dictKey: '11', dictValue: '青川县' }]),
  })
  const fields = [
    ['post', ref('岗位', 'post')],
    ['school', ref('学校', 'basicSchool', { tree: true })],
    ['region', dict('区域', 'region')],
  ] as const
  stage(
    <Form initialValues={{ post: '5', school: '1', region: '11' }}>
      <FormFields fields={fields.map(([name, field]) => [name, field])} mode="edit" />
    </Form>,
  )
  const shown = () => [...document.querySelectorAll('.ant-select-content')].map(({ textContent }) => textContent)
  await waitFor(() => expect(shown()).toEqual(['…', '…', '…']))
  await waitFor(() => {
    for (const come of arrive.splice(0)) come()
    expect(shown()).toEqual(['教研员', '一中', '青川县'])
  })
})
