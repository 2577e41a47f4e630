import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../_stage.tsx'
import { AppModal } from './AppModal.tsx'

test('no button stands below a dialog that does nothing', async () => {
  stage(
    <AppModal open title="只看">
      内容
    </AppModal>,
  )
  await screen.findByText('内容')
  expect(screen.queryByRole('button', { name: /确\s?定|取\s?消|ok|cancel/i })).toBeNull()
})

test('where something is done, both stand there', async () => {
  stage(<AppModal open title="要做" onOk={() => undefined} />)
  expect(await screen.findAllByRole('button', { name: /确\s?定|取\s?消|ok|cancel/i })).toHaveLength(2)
})
