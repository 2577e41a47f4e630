import { defineEntity } from '@xueheng/contract/kit/entity.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { CrudPage } from './CrudPage.tsx'
import { callsTo, grant, serve, stage } from '../_stage.tsx'

const pupil = defineEntity('pupil', {
  title: '学生',
  service: 'test',
  fields: {
    name: text('姓名'),
    phone: text('电话', { personal: 'phone' }),
  },
})

const REASON = '家长会前核对号码'

beforeEach(() => {
  serve({
    list: () => ({
      data: { records: [{ id: '7', name: '王芳', phone: '138****5678' }], total: 1, size: 10, current: 1, pages: 1 },
    }),
    reveal: ({ body }) =>
      body.reason === '不准看的理由'
        ? { code: 429, msg: '操作过于频繁，请60秒后再试' }
        : { data: { value: '13812345678' } },
    export: () => ({ code: 400, msg: '请填写理由，至少4个字' }),
  })
})

async function typeReason(reason: string, button: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog')
  const box = within(dialog).getByLabelText(/理由/)
  await userEvent.clear(box)
  await userEvent.type(box, reason)
  await userEvent.click(within(dialog).getByRole('button', { name: button }))
  return dialog
}

test('a masked value is shown whole for a reason, and only then asked for', async () => {
  grant('pupil_view', 'pupil_reveal')
  stage(<CrudPage entity={pupil} />)
  await userEvent.click(await screen.findByRole('button', { name: '查看完整信息 电话' }))
  await typeReason('看看', '查看')
  expect(await screen.findByText('请填写理由，至少4个字')).toBeTruthy()
  expect(callsTo('reveal')).toHaveLength(0)
  await typeReason('不准看的理由', '查看')
  expect(await screen.findByText('操作过于频繁，请60秒后再试')).toBeTruthy()
  await typeReason(REASON, '查看')
  expect(await screen.findByText('13812345678')).toBeTruthy()
  expect(callsTo('reveal').at(-1)?.body).toEqual({ id: '7', field: 'phone', reason: REASON })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without the right there is nothing to press', async () => {
  grant('pupil_view')
  stage(<CrudPage entity={pupil} />)
  expect(await screen.findByText('138****5678')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /查看完整信息/ })).toBeNull()
})

test('a workbook with personal values waits for its reason, which travels with the call', async () => {
  grant('pupil_view')
  stage(<CrudPage entity={pupil} layout={{ hasExport: true }} />)
  await screen.findByText('王芳')
  await userEvent.click(screen.getByRole('button', { name: '导出' }))
  expect(callsTo('export')).toHaveLength(0)
  await typeReason(REASON, '导出')
  await waitFor(() => expect(callsTo('export')).toHaveLength(1))
  expect(callsTo('export')[0]?.query.get('reason')).toBe(REASON)
})

test('who may look at whole values may carry them away, when asked for', async () => {
  grant('pupil_view', 'pupil_reveal')
  stage(<CrudPage entity={pupil} layout={{ hasExport: true }} />)
  await screen.findByText('王芳')
  await userEvent.click(screen.getByRole('button', { name: '导出' }))
  await userEvent.click(await screen.findByRole('switch', { name: '导出完整信息' }))
  await typeReason(REASON, '导出')
  await waitFor(() => expect(callsTo('export').at(-1)?.query.get('isWhole')).toBe('1'))
})

test('a workbook that a job makes is told of, and where it will be found', async () => {
  serve({
    list: () => ({ data: { records: [{ id: '7', title: '第一行' }], total: 1, size: 10, current: 1, pages: 1 } }),
    export: () => ({ data: { jobId: '91' } }),
  })
  const line = defineEntity('line', { title: '行', service: 'test', fields: { title: text('标题') } })
  grant('line_view')
  stage(<CrudPage entity={line} layout={{ hasExport: true }} />)
  await screen.findByText('第一行')
  await userEvent.click(screen.getByRole('button', { name: '导出' }))
  expect(await screen.findByText('行数较多，正在后台生成工作簿；完成后可在“任务中心”下载')).toBeTruthy()
  expect(callsTo('export')[0]?.query.get('isBackground')).toBe('1')
  expect(callsTo('job/list').length).toBeGreaterThan(0)
})
