import { permitStates } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { Page } from './seal-permit.page.tsx'

const ROW = { id: '7', permitStatus: permitStates.states.toMake.value, updateTime: '2026-03-01 08:00:00' }

beforeEach(() => {
  grant('sesealpermit_view', 'sesealpermit_make')
  serve({
    list: () => ({ data: { records: [ROW], total: 1, size: 20, current: 1, pages: 1 } }),
    dictionary: () => ({ data: [] }),
    cancel_make: () => ({ data: [] }),
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await setLanguage('zh')
})

test('the making of a seal is cancelled with its reason, for the application as it was seen', async () => {
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '取消制章' }))
  fireEvent.change(await screen.findByLabelText('取消制章原因'), { target: { value: '不再需要' } })
  fireEvent.click(screen.getAllByRole('button', { name: '取消制章' }).at(-1) as Element)
  await waitFor(() => expect(callsTo('cancel_make')).toHaveLength(1))
  expect(callsTo('cancel_make')[0]?.body).toEqual({
    ids: '7',
    seen: { '7': ROW.updateTime },
    approveOpinion: '不再需要',
  })
})

test('the cancelling of a seal is asked for in the language of the user', async () => {
  await setLanguage('en')
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel making' }))
  await screen.findByLabelText('Why making was cancelled')
  const words = screen.getAllByText('Cancel making').map((part) => part.closest('.ant-modal-title, button')?.tagName)
  expect(words).toEqual(['BUTTON', 'DIV', 'BUTTON'])
})
