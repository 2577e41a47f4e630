import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../../platform/_stage.tsx'
import { makeExam } from '../_exam.ts'
import { factKey, stateTitle } from '../exam.ts'
import { useExamJob } from '../use-exam-job.ts'
import { UnarchiveButton } from './UnarchiveButton.tsx'

/** Without a stream everything is read when it is asked for. */
class NoStream extends EventTarget {
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', NoStream)
  grant('examinfo_unarchive')
})
afterEach(() => vi.unstubAllGlobals())

/** State of the exam as the server holds it. */
const readStatus = vi.fn(() => 6)

function Desk() {
  const work = useExamJob('7')
  const status = useQuery({ queryKey: factKey('7', 'status'), queryFn: readStatus })
  if (status.data === undefined) return null
  return (
    <>
      <output>{stateTitle(status.data)}</output>
      <UnarchiveButton exam={makeExam({ examStatus: status.data })} work={work} kind="student" />
    </>
  )
}

test.each([
  ['the exam still archived', 6],
  ['the archive taken back by somebody else meanwhile', 2],
])('an archive refused to be taken back, with %s, leaves the dialog open with the reason typed', async (_, now) => {
  serve({
    list: () => ({ data: { records: [], total: 0 } }),
    unarchiveByExamId: () => ({ code: 409, msg: '考试正在计算' }),
  })
  readStatus.mockReset().mockReturnValueOnce(6).mockReturnValue(now)
  stage(<Desk />)
  fireEvent.click(await screen.findByRole('button', { name: '撤销考生归档' }))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '名单有误' } })
  fireEvent.click(screen.getByRole('button', { name: '撤销归档' }))
  await screen.findByText(stateTitle(now))
  expect(await screen.findByText('考试正在计算')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('名单有误')
})
