// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../_stage.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'

test('the button of the menu says that an action of the closed menu is at work, until the last has ended', async () => {
  const ends: (() => void)[] = []
  const works = ['催办', '归档'].map((label): RowAction => {
    return { label, run: () => new Promise<void>((end) => ends.push(end)) }
  })
  stage(<RowActions row={{ id: '1' }} actions={[{ label: '查看', run: () => undefined }, ...works]} />)
  const isBusy = (name: string) => screen.getByRole('button', { name, hidden: true }).getAttribute('aria-busy')
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  const busy = () => ['查看', '更多', '催办', '归档'].map(isBusy)

  expect(busy()).toEqual(['false', 'false', 'false', 'false'])
  press('催办')
  press('归档')
  expect(busy()).toEqual(['false', 'true', 'true', 'true'])
  // Not pressed twice while it is at work.
  press('催办')
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await waitFor(() => expect(busy()).toEqual(['false', 'true', 'false', 'true']))
  ends[1]?.()
  await waitFor(() => expect(busy()).toEqual(['false', 'false', 'false', 'false']))
})
