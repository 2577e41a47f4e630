import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { StatusMark } from './StatusMark.tsx'

test.each([
  [0, '草稿', false],
  [1, '可用', true],
])('the state %i of a model is called %s, and only one in use is green', (status, title, isGreen) => {
  stage(<StatusMark status={status} />)
  expect(screen.getByText(title).className.includes('ant-tag-success')).toBe(isGreen)
})
