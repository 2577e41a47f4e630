// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { IssuedDialog } from './IssuedPasswords.tsx'

test('first passwords are shown until they were noted', async () => {
  const onClose = vi.fn<() => void>()
  stage(<IssuedDialog passwords={[{ account: 'li', name: '李', password: 'Kv7-Wm2' }]} onClose={onClose} />)
  expect(await screen.findByText('Kv7-Wm2')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /Close|关闭/ })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '我已记下' }))
  expect(onClose).toHaveBeenCalledOnce()
})
