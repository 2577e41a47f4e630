import { text } from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { AccountInput, AccountsInput } from './AccountInput.tsx'

const FIELD = text('接收账号')
const kept = vi.fn<(value: unknown) => void>()

beforeEach(() => {
  kept.mockClear()
  grant('notice_add')
  serve({
    'user-list': () => ({
      data: [
        { id: '1', account: 'li', name: '李', realName: '李雷' },
        { id: '2', account: 'han', name: '韩', realName: '韩梅梅' },
      ],
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function pick(name: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
}

test('receivers are picked by name, and their accounts are kept as a comma list', async () => {
  stage(<AccountsInput field={FIELD} value="li" onChange={kept} />)
  expect(await screen.findByText('李雷（li）')).toBeTruthy()
  await pick('韩梅梅（han）')
  expect(kept).toHaveBeenCalledWith('li,han')
})

test('one receiver is picked by name and kept by the account', async () => {
  stage(<AccountInput field={FIELD} onChange={kept} />)
  await pick('韩梅梅（han）')
  expect(kept).toHaveBeenCalledWith('han')
})
