// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../_stage.tsx'
import { Term } from './Term.tsx'

test('the mark beside a word of the trade explains it when it is pressed', async () => {
  stage(<Term name="超均率" />)
  fireEvent.click(screen.getByRole('button', { name: '什么是超均率' }))
  expect(await screen.findByText(/本单位均分超出上一级单位均分的百分比/)).toBeTruthy()
})
