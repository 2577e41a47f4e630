import { certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './cert-info.page.tsx'

const ROW = { id: '7', holderName: '示例中学', certStatus: certStates.states.valid.value }
const step = (name: string, title: string, result: number, text: string) => ({ step: name, title, result, text })
const GOOD = [step('period', '在有效期内', 1, '2026 至 2036'), step('root', '信任链完整并止于信任的根证书', 1, 'CN=根')]

let steps = GOOD
beforeEach(() => {
  grant('certinfo_view')
  serve({
    list: () => ({ data: { records: [ROW], total: 1, size: 20, current: 1, pages: 1 } }),
    dictionary: () => ({ data: [] }),
    check: () => ({ data: steps }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function check(answer: typeof GOOD): Promise<void> {
  steps = answer
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '检验证书' }))
}

test('a certificate that passes every step holds', async () => {
  await check(GOOD)
  await screen.findByText('证书当前有效')
  expect(screen.getAllByLabelText('通过')).toHaveLength(2)
  expect(callsTo('check')[0]?.query.get('id')).toBe('7')
})

test('one failed step makes it untrusted, and says what failed', async () => {
  await check([...GOOD, step('revocation', '未被吊销', 0, 'CN=示例中学 已于2026-03-01 08:00:00吊销')])
  await screen.findByText('证书当前不能信任')
  screen.getByText('CN=示例中学 已于2026-03-01 08:00:00吊销')
  expect(screen.getAllByLabelText('不通过')).toHaveLength(1)
})

test('what could not be asked is not taken for good', async () => {
  await check([...GOOD, step('revocation', '未被吊销', 2, '没有未到期的吊销列表')])
  await screen.findByText('有未能检验的项，不能断定')
})
