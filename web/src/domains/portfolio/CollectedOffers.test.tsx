import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, stage } from '../../platform/_stage.tsx'
import { type CollectedOffer, CollectedOffers } from './CollectedOffers.tsx'

const TITLE: CollectedOffer = {
  portfolioType: 4,
  taskName: '教师采集',
  said: '高级教师',
  held: '一级教师',
  dutyCredentials: '2',
  memo: null,
}
const TEACHING: CollectedOffer = {
  ...TITLE,
  portfolioType: 6,
  said: '第一中学：高三(1)班语文',
  held: null,
  dutyCredentials: null,
  memo: '第一中学：高三(1)班语文',
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what a collection knows is shown with what the portfolio says, and taken by a press alone', async () => {
  serve({ collected: () => ({ data: [TITLE, TEACHING] }) })
  const chosen: CollectedOffer[] = []
  stage(<CollectedOffers onChoose={(offer) => void chosen.push(offer)} />)
  await screen.findByText('教师采集；档案中为「一级教师」')
  screen.getByText('教师采集；档案中还没有')
  expect(chosen).toEqual([])
  const [, teaching] = screen.getAllByRole('button', { name: '带入填写' })
  if (!teaching) throw new Error('each can be taken')
  fireEvent.click(teaching)
  expect(chosen).toEqual([TEACHING])
})
