// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { callsTo, serve, stage } from '../../platform/_stage.tsx'
import { ScoreBookTool } from './ScoreBookTool.tsx'

const user = userEvent.setup()

test('a score book of many students is made by a job, and the screen says where it will be', async () => {
  serve({ exportStudentScore: () => ({ data: { jobId: '91' } }) })
  stage(<ScoreBookTool params={{ examId: '7' }} />)
  await user.click(screen.getByRole('button', { name: '导出成绩册' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '家长会前核对名单')
  await user.click(dialog.getByRole('button', { name: /导\s*出/ }))
  expect(await screen.findByText(/正在后台生成工作簿/)).toBeTruthy()
  expect(callsTo('exportStudentScore').map(({ query }) => query.get('isBackground'))).toEqual(['1'])
})
