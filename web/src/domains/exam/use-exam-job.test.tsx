import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { forgetJobs, readJobs } from '../../platform/jobs/jobs.ts'
import { useExamJob } from './use-exam-job.ts'

/** Without a stream everything is read when it is asked for. */
class NoStream extends EventTarget {
  close() {}
}

let jobs: Partial<JobView>[] = []
beforeEach(() => {
  forgetJobs()
  vi.stubGlobal('EventSource', NoStream)
  grant()
  serve({ list: () => ({ data: { records: jobs, total: jobs.length } }) })
})
afterEach(() => vi.unstubAllGlobals())

const job = (id: string, values: Partial<JobView>): Partial<JobView> => ({
  id,
  subject: '7',
  state: 'running',
  createTime: `2026-03-12 08:00:0${id}`,
  ...values,
})

function Desk() {
  const work = useExamJob('7')
  const begin = async () => {
    jobs = [job('3', { title: '归档' })]
    return { jobId: '3' }
  }
  return (
    <>
      <output>{work.isBusy ? `忙 ${work.job?.title}` : '闲'}</output>
      <button type="button" onClick={() => void work.run(begin)}>
        开始
      </button>
    </>
  )
}

const told = () => document.querySelector('output')?.textContent

test('work that was begun before a reload, or in another window, is found; that of other exams is not', async () => {
  jobs = [job('1', { title: '校验' }), job('2', { title: '别的考试', subject: '8' })]
  await readJobs()
  stage(<Desk />)
  await waitFor(() => expect(told()).toBe('忙 校验'))
  jobs = [job('1', { title: '校验', state: 'done' }), job('2', { title: '别的考试', subject: '8' })]
  await readJobs()
  await waitFor(() => expect(told()).toBe('闲'))
})

test('the step that follows by itself keeps the exam busy', async () => {
  jobs = [job('1', { title: '校验考生' })]
  await readJobs()
  stage(<Desk />)
  jobs = [job('1', { title: '校验考生', state: 'done' }), job('2', { title: '校验成绩', state: 'waiting' })]
  await readJobs()
  await waitFor(() => expect(told()).toBe('忙 校验成绩'))
})

test('what is begun here is shown as soon as it was accepted', async () => {
  jobs = []
  stage(<Desk />)
  fireEvent.click(screen.getByRole('button', { name: '开始' }))
  await waitFor(() => expect(told()).toBe('忙 归档'))
})
