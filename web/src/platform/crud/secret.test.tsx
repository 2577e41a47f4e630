import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { callsTo, grant, serve, stage } from '../_stage.tsx'
import { CrudPage } from './CrudPage.tsx'
import { keepable } from './use-entity-dialog.ts'

const SET = '已设置，不填则不修改'
const UPDATED = '2026-01-05 08:00:00'
const FLAGS = { hasSecret: 1, hasToken: 1, hasAesKey: 0 }
const ROW = { id: '7', appid: 'wx7', name: '校报', type: 1, verified: 1, ...FLAGS, updateTime: UPDATED }

beforeEach(() => {
  grant('wxaccount_view', 'wxaccount_add', 'wxaccount_edit')
  serve({
    list: () => ({ data: { records: [ROW], total: 1, size: 10, current: 1, pages: 1 } }),
    dictionary: () => ({ data: [{ dictKey: '1', dictValue: '订阅号' }] }),
    detail: () => ({ data: ROW }),
    save: () => ({ data: ROW }),
    update: () => ({ data: ROW }),
  })
})

async function openForm(button: string): Promise<HTMLElement> {
  stage(<CrudPage entity={wxAccount} />)
  await screen.findByText('校报')
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(button) }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText('Token')
  return dialog
}

async function save(dialog: HTMLElement): Promise<unknown> {
  await userEvent.click(within(dialog).getByRole('button', { name: '修改' }))
  await waitFor(() => expect(callsTo('update')).toHaveLength(1))
  return callsTo('update')[0]?.body
}

test('a secret that is set is neither shown nor asked for, and is not sent unless it is typed', async () => {
  const dialog = await openForm('编辑')
  expect(within(dialog).getAllByPlaceholderText(SET)).toHaveLength(2)
  expect(screen.queryByRole('columnheader', { name: 'Token' })).toBeNull()
  await userEvent.type(within(dialog).getByLabelText('名称'), '甲')
  expect(await save(dialog)).toEqual({ id: '7', name: '校报甲', updateTime: UPDATED })
})

test('a typed secret goes out; one that the row can do without may be cleared', async () => {
  const dialog = await openForm('编辑')
  await userEvent.type(within(dialog).getByLabelText('AppSecret'), 'new-key')
  await userEvent.click(within(dialog).getByRole('button', { name: '清除已设置的值' }))
  expect(await save(dialog)).toEqual({ id: '7', secret: 'new-key', hasToken: 0, updateTime: UPDATED })
})

test('a new row is not saved without its required secret', async () => {
  const dialog = await openForm('新增')
  expect(within(dialog).queryAllByPlaceholderText(SET)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(await within(dialog).findByText('请输入AppSecret')).toBeTruthy()
  expect(callsTo('save')).toHaveLength(0)
})

test('a draft keeps no secret', () => {
  expect(keepable(wxAccount, { name: '丙', secret: 'k', token: 't' })).toEqual({ name: '丙' })
})
